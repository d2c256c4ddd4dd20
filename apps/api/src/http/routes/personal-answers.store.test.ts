import { endpointUrl } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleHeaders, signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const endpoints = CATALOGUE as unknown as readonly Endpoint[]
const cacheControl = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await api.server.inject({ url, headers })
  expect(answer.statusCode, url).toBe(200)
  return answer.headers['cache-control']
}

it('no cache stores what is answered to a session or to the operator', async () => {
  const own = endpoints.filter(({ method, access }) => method === 'GET' && access !== undefined)
  expect(own.length).toBeGreaterThan(1)
  for (const endpoint of own) {
    const { params = {}, query = {} } = endpoint.example
    const url = endpointUrl('', endpoint, { params, query })
    expect(await cacheControl(url, await exampleHeaders(api, endpoint)), url).toBe('private, no-store')
  }
})

it('no cache stores who is signed in, nor anyone’s favourites', async () => {
  const cookie = await signedInAs(api, EXAMPLE.signer)
  const marked = endpointUrl('', listCollections, { query: { walletAddress: EXAMPLE.signer } })
  for (const url of ['/api/session', marked])
    for (const headers of [{}, { cookie }] as const) expect(await cacheControl(url, headers)).toBe('private, no-store')
})

it('answers that are the same for everyone may be stored, for any caller', async () => {
  const cookie = await signedInAs(api, EXAMPLE.signer)
  for (let time = 0; time < 2; time += 1)
    expect(await cacheControl(endpointUrl('', listCollections, {}), { cookie })).toBeUndefined()
})
