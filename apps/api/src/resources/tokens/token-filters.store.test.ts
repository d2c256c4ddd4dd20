import { TOKEN_SORTS } from '@opal/contract/constants/sorts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anySort,
  cheapestOf,
  filterQuery,
  numberedId,
  type ReferenceFilter,
  type ReferenceToken,
  referenceItems,
} from '../../testing/reference-items.ts'
import { anyMarket, anyMarketFilter, BUYER, MARKETPLACES, writeMarket } from '../../testing/reference-market.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function listOf(collectionId: string, query: URLSearchParams) {
  const answer = await api.server.inject({ method: 'GET', url: `/api/collection/${collectionId}/nfts?${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function traitsOf(collectionId: string, query: URLSearchParams): Promise<unknown> {
  const answer = await api.server.inject({
    method: 'GET',
    url: `/aggregator/collection/${collectionId}/traits?${query}`,
  })
  return [answer.statusCode, answer.json()]
}

function withMembers(query: URLSearchParams, members: Record<string, string>): URLSearchParams {
  return new URLSearchParams([...query, ...Object.entries(members)])
}

/** All ids of a list, page by page. */
async function walk(collectionId: string, query: URLSearchParams, limit: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listOf(collectionId, withMembers(query, { limit, ...(cursor && { cursor }) }))
    ids.push(...page.data.map((token: { tokenDataId: string }) => token.tokenDataId))
    cursor = page.nextCursor
  }
  return ids
}

// @feature items.filters-agree, items.marketplace
test('any filter in any order is what it says, whole and page by page, and one token of it is that token', async () => {
  await fc.assert(
    fc.asyncProperty(anyMarket, anyMarketFilter, anySort, fc.boolean(), async (tokens, filter, sort, hasListItems) => {
      const collectionId = await writeMarket(api.store, tokens, hasListItems)
      const query = withMembers(filterQuery(filter), { sort })
      const expected = referenceItems(tokens, filter, sort)
      const ids = expected.map(({ tokenDataId }) => tokenDataId)
      const whole = await listOf(collectionId, query)
      expect(whole.data.map((token: { tokenDataId: string }) => token.tokenDataId)).toEqual(ids)
      expect(whole.total).toBe(ids.length)
      expect(whole.data.map((token: { listedPrice: string | null }) => token.listedPrice)).toEqual(
        expected.map(({ listings }) => cheapestOf(listings, filter.marketplace)?.priceOctas.toString() ?? null),
      )
      expect(await walk(collectionId, query, '2')).toEqual(ids)
      for (const tokenId of [...tokens.map(({ tokenDataId }) => tokenDataId), numberedId(0xdead)]) {
        const one = await listOf(collectionId, withMembers(query, { tokenId }))
        const itself = ids.includes(tokenId) ? [tokenId] : []
        expect([one.data.map((token: { tokenDataId: string }) => token.tokenDataId), one.total]).toEqual([
          itself,
          itself.length,
        ])
      }
      const others = await listOf(collectionId, withMembers(query, { creatorAddress: BUYER }))
      expect([others.data, others.total]).toEqual([[], 0])
      expect((await listOf(collectionId, withMembers(query, { creatorAddress: collectionId }))).total).toBe(ids.length)
    }),
    { numRuns: 30, seed: 20_261_122 },
  )
}, 120_000)

// @feature items.jump
test('a number asks for one token, in any order; other filters may leave it out', async () => {
  const tokens = ['Stone #7', 'Stone #0012', 'Stone #112', 'Rock #12'].map(
    (name, at): ReferenceToken => ({
      tokenDataId: numberedId(at + 1),
      name,
      traits: [],
      rank: null,
      listings: [],
      soldAtMicros: null,
    }),
  )
  const collectionId = await writeMarket(api.store, tokens, false)
  const found = async (members: Record<string, string>) => {
    const { data, total } = await listOf(collectionId, new URLSearchParams(members))
    return [data.map(({ name }: { name: string }) => name), total]
  }
  for (const sort of TOKEN_SORTS) {
    expect(await found({ sort, number: '12' })).toEqual([['Rock #12'], 1])
    expect(await found({ sort, number: '0007' })).toEqual([['Stone #7'], 1])
    expect(await found({ sort, number: '2' })).toEqual([[], 0])
  }
  expect(await found({ number: '12', name: 'rock' })).toEqual([['Rock #12'], 1])
  expect(await found({ number: '12', name: 'stone' })).toEqual([[], 0])
  expect(await found({ number: '12', nftType: 'LISTED' })).toEqual([[], 0])
  expect(await found({ number: '12', tokenId: numberedId(4) })).toEqual([['Rock #12'], 1])
  expect(await found({ number: '12', tokenId: numberedId(1) })).toEqual([[], 0])
  const unknown = await api.server.inject(`/api/collection/${numberedId(0xdead)}/nfts?number=12`)
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'collection-not-found'])
  for (const number of ['-1', '1.5', '0x1', '#12', '1'.repeat(81)]) {
    const answer = await api.server.inject(`/api/collection/${collectionId}/nfts?${new URLSearchParams({ number })}`)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid-request'])
  }
})

// @feature items.price-range, items.filters-agree
test('the widest price range, 0 to 10^16, is no limit: in the list, whatever filter and order it has, and in the counts of traits', async () => {
  const widest = { priceBottom: '0', priceTop: String(10n ** 16n) }
  await fc.assert(
    fc.asyncProperty(anyMarket, anyMarketFilter, anySort, async (tokens, filter, sort) => {
      const { priceBottom: _bottom, priceTop: _top, ...unpriced } = filter
      const collectionId = await writeMarket(api.store, tokens, false)
      const query = filterQuery(unpriced)
      const plain = await listOf(collectionId, withMembers(query, { sort }))
      expect(await listOf(collectionId, withMembers(query, { sort, ...widest }))).toEqual(plain)
      expect(await traitsOf(collectionId, withMembers(query, widest))).toEqual(await traitsOf(collectionId, query))
    }),
    { numRuns: 15, seed: 20_261_122 },
  )
}, 120_000)

test('a token that is not for sale has no price and no marketplace, in any order and with any trait filter', async () => {
  const [marketplace = ''] = MARKETPLACES
  const listing = { marketplace, seller: BUYER, priceOctas: 2n, placedAtMicros: 1n, listingId: numberedId(9) }
  const tokens = [1, 2].map((number): ReferenceToken => {
    const traits = [{ trait_type: 'Fur', value: 'Gold' }]
    const listings = number === 1 ? [listing] : []
    return { tokenDataId: numberedId(number), name: 'A', traits, rank: null, listings, soldAtMicros: null }
  })
  const collectionId = await writeMarket(api.store, tokens, false)
  for (const sort of TOKEN_SORTS)
    for (const attributes of [[], [{ trait_type: 'Fur', value: 'Gold' }]])
      for (const bound of [{ marketplace }, { priceTop: '5' }, { priceBottom: '1' }, {}]) {
        const filter: ReferenceFilter = { nftType: 'UNLISTED', attributes, ...bound }
        const answer = await listOf(collectionId, withMembers(filterQuery(filter), { sort }))
        const ids = referenceItems(tokens, filter, sort).map(({ tokenDataId }) => tokenDataId)
        expect([ids.length, answer.total, answer.data.length]).toEqual(
          Array(3).fill(Object.keys(bound).length === 0 ? 1 : 0),
        )
      }
})
