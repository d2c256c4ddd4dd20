import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { RequestQueue } from '../http/limits/request-queue.ts'
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
    cachedColumnsOf: () => undefined,
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

it('the time in which traits are read is charged to the client that asks', async () => {
  api.context.traits.deleteColumns(EXAMPLE.collectionId)
  const charge = vi.spyOn(RequestQueue.prototype, 'charge')
  const url = `/api/collection/${EXAMPLE.collectionId}/traits`
  const ask = () => api.server.inject({ method: 'GET', url, remoteAddress: '198.51.100.8' })
  expect((await ask()).statusCode).toBe(200)
  const charged = charge.mock.calls.map(([{ client }, ms]) => ({ client, isTime: ms > 0 }))
  charge.mockRestore()
  expect(charged).toEqual([{ client: clientAt('198.51.100.8'), isTime: true }])
})

it('calls that wait for the traits of collections hold no place in the queue, however many they are', async () => {
  const { traits } = api.context
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  const forClient = vi.spyOn(traits, 'forClient').mockImplementation(() => ({
    ...traits,
    cachedColumnsOf: () => undefined,
    columnsOf: async (collectionId) => {
      waiting += 1
      await gate.promise
      return traits.columnsOf(collectionId)
    },
  }))
  const ask = (url: string, at: number) =>
    api.server.inject({ method: 'GET', url, remoteAddress: `198.51.100.${at}` }).then(({ statusCode }) => statusCode)
  // More than there are places, on any machine.
  const reading = Array.from({ length: 15 }, (_, at) => ask(`/api/collection/${EXAMPLE.collectionId}/traits`, at))
  await expect.poll(() => waiting).toBe(15)
  expect(await ask(`/api/collection/nfts/${EXAMPLE.listedTokenDataId}/rarity-percent`, 99)).toBe(200)
  gate.resolve()
  expect(new Set(await Promise.all(reading))).toEqual(new Set([200]))
  forClient.mockRestore()
})
