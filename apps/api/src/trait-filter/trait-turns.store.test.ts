import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

it.each([
  ['the filters of a collection', `/api/collection/${EXAMPLE.collectionId}/traits`],
  ['the tokens that a set is built of', `/data/token-sets?collectionId=${EXAMPLE.collectionId}`],
])('traits for %s are read in the turn of the client that asks', async (_, url) => {
  const { traits } = api.context
  const askers: unknown[] = []
  const forClient = vi.spyOn(traits, 'forClient').mockImplementation((client) => ({
    ...traits,
    columnsOf: (collectionId) => {
      askers.push(client)
      return traits.columnsOf(collectionId)
    },
  }))
  const { statusCode } = await api.server.inject({ method: 'GET', url, remoteAddress: '198.51.100.7' })
  forClient.mockRestore()
  expect(statusCode).toBe(200)
  expect(askers.length).toBeGreaterThan(0)
  for (const client of askers) expect(client).toEqual(clientAt('198.51.100.7'))
})
