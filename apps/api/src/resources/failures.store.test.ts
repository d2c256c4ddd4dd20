import { listTokenTopBids } from '@opal/contract/bids/top-bids'
import { createApiClient } from '@opal/contract/client'
import { getCollection, getRoyalty } from '@opal/contract/collections'
import { listFavouriteCollections } from '@opal/contract/collections/favourites'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { getStats } from '@opal/contract/network'
import { getUserPnl } from '@opal/contract/portfolio/pnl'
import { checkLoyalty } from '@opal/contract/rewards'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { getToken, listCollectionTokens } from '@opal/contract/tokens'
import { getTokenListing } from '@opal/contract/tokens/listings'
import { getTokenRarity } from '@opal/contract/tokens/rarity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const unreachable = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:8080'))
const DEAD_NODE = { ledger: unreachable, balanceOctas: unreachable, simulate: unreachable, module: unreachable }

let api: TestApi
beforeAll(async () => {
  api = await createTestApi(DEAD_NODE, { APT_PRICE_SOURCE: 'coingecko' })
  await api.context.store[Symbol.asyncDispose]()
})
afterAll(() => api[Symbol.asyncDispose]())

const statuses: number[] = []
/** The contract's client, as the web has it, on an API without a database or a node. */
const call = createApiClient({
  api: 'http://127.0.0.1:3001',
  fetch: async (url, { method, headers, body } = {}) => {
    const payload = typeof body === 'string' ? { payload: body } : {}
    const answer = await api.server.inject({ method, url: String(url), headers, ...payload } as never)
    statuses.push(answer.statusCode)
    return new Response(answer.body, { status: answer.statusCode })
  },
})

/** @source docs/product/api.md#values-in-place-of-failures */
describe('without store, node and price, the client gives back', () => {
  // @feature landing.favourites-failed
  it('no favourites', async () => {
    const query = { walletAddress: EXAMPLE.owner }
    expect(await call(listFavouriteCollections, { query })).toEqual({ data: [], nextCursor: null })
  })

  // @feature utility.stats-failed
  it('an APT that costs 0', async () => {
    expect(await call(getStats, {})).toEqual({ value: 0, ageSeconds: null })
  })

  // @feature token.listing-failed
  it('no rarity, no listing, no bids of a token', async () => {
    const params = { id: EXAMPLE.tokenDataId }
    expect(await call(getTokenRarity, getTokenRarity.example as never)).toEqual({ data: null })
    expect(await call(getTokenListing, getTokenListing.example as never)).toBeNull()
    expect(await call(listTokenTopBids, listTokenTopBids.example as never)).toBeNull()
    await expect(call(getToken, { params })).rejects.toMatchObject({ code: 'database-unavailable', retryable: true })
  })

  it('a royalty of 0, a profit of 0, and no collection', async () => {
    expect(await call(getRoyalty, getRoyalty.example as never)).toEqual({ royalty: 0, payee: null })
    const pnl = await call(getUserPnl, getUserPnl.example as never)
    expect(pnl).toEqual(getUserPnl.failure?.value)
    expect(await call(getCollection, getCollection.example as never)).toBeNull()
  })

  // @feature items.failed
  it('an error for the tokens of a price range, and for a loyalty', async () => {
    const input = { params: { id: EXAMPLE.collectionId }, query: { priceBottom: '1' } }
    await expect(call(listCollectionTokens, input as never)).rejects.toMatchObject({
      code: 'database-unavailable',
      retryable: true,
    })
    await expect(call(checkLoyalty, checkLoyalty.example as never)).rejects.toMatchObject({ name: 'ApiError' })
  })
})

/** Ids of the calls whose answers come from no database and no node: the price, the process, no cookie, files. */
const NEEDS_NO_STORE: readonly string[] = [
  'get-stats',
  'get-health',
  'get-session',
  'sign-out',
  'list-snapshots',
  'get-snapshot-file',
]

describe('every call of the contract', () => {
  const endpoints = CATALOGUE as unknown as readonly Endpoint[]

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s fails as it promises, or needs nothing',
    async (_, endpoint) => {
      const before = statuses.length
      const answer = await call(endpoint, endpoint.example as never).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      const status = statuses.slice(before).at(-1) ?? 0
      expect(status === 200, `${endpoint.id} answers ${status}`).toBe(NEEDS_NO_STORE.includes(endpoint.id))
      // Bytes are for browsers, not for the client.
      if (status === 200 && endpoint.produces !== undefined) return
      if (status === 200) return expect(answer).toHaveProperty('value')
      if (endpoint.failure !== undefined) return expect(answer).toEqual({ value: endpoint.failure.value })
      expect(answer).toMatchObject({ error: { name: 'ApiError', status } })
      expect(JSON.stringify(answer)).not.toMatch(/ECONN|pool|Cannot use|8080/)
    },
  )
})
