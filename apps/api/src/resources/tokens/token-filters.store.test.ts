import { TOKEN_SORTS } from '@opal/contract/constants/sorts'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anyFilter,
  anySort,
  anyTokens,
  cheapestOf,
  filterQuery,
  numberedId,
  type ReferenceFilter,
  type ReferenceToken,
  referenceItems,
} from '../../testing/reference-items.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { writeReferenceItems } from '../../testing/write-reference-items.ts'

const BUYER = numberedId(0xb0b)
const SELLERS = [BUYER, numberedId(0xa), numberedId(0xc)]
/** Where tokens of the second standard can be bought. */
const MARKETPLACES = contractsOf('local').flatMap((one) => (isOffered(one, 'buy') ? one.adapter.id : []))

/** Those that let users out only. */
const CLOSED = contractsOf('local').flatMap((one) => (one.contracts.status === 'active' ? [] : one.adapter.id))

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

let collections = 0
/** Writes a market as a collection that nothing is known of yet. @returns its id */
async function writeMarket(tokens: readonly ReferenceToken[], hasListItems: boolean): Promise<string> {
  collections += 1
  const collectionId = numberedId(0xc0_0000 + collections)
  await api.store.pool.query('delete from chain.current_token_datas_v2')
  await api.store.pool.query(
    'truncate market.token_list_items, market.token_list_item_queue, market.token_rarity, market.listings, market.sales',
  )
  await writeReferenceItems(api.store, collectionId, tokens)
  if (hasListItems) await writeQueuedListItems(api.store)
  return collectionId
}

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

/** Tokens that are listed here and there, also where nothing can be bought any more. */
const market = anyTokens([...MARKETPLACES, ...CLOSED], SELLERS).map((tokens) =>
  tokens.map((token) => ({
    ...token,
    listings: token.listings.map((one) => ({ ...one, isClosed: CLOSED.includes(one.marketplace) })),
  })),
)
const filters = anyFilter([...MARKETPLACES, ...CLOSED])

// @feature items.filters-agree, items.marketplace
test('any filter in any order is what it says, whole and page by page, and one token of it is that token', async () => {
  await fc.assert(
    fc.asyncProperty(market, filters, anySort, fc.boolean(), async (tokens, filter, sort, hasListItems) => {
      const collectionId = await writeMarket(tokens, hasListItems)
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
  const collectionId = await writeMarket(tokens, false)
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
    fc.asyncProperty(market, filters, anySort, async (tokens, filter, sort) => {
      const { priceBottom: _bottom, priceTop: _top, ...unpriced } = filter
      const collectionId = await writeMarket(tokens, false)
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
  const collectionId = await writeMarket(tokens, false)
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

interface Sweep {
  readonly filter: ReferenceFilter
  readonly count: number
  readonly maxPrice?: string
  readonly exclude: { readonly tokenDataIds: readonly string[]; readonly marketplaces: readonly string[] }
}

const sweeps = fc.record(
  {
    filter: filters,
    count: fc.integer({ min: 1, max: 5 }),
    maxPrice: fc.bigInt(1n, 6n).map(String),
    exclude: fc.record({
      tokenDataIds: fc.subarray([numberedId(1), numberedId(2), numberedId(5)], { maxLength: 2 }),
      marketplaces: fc.subarray(MARKETPLACES, { maxLength: 1 }),
    }),
  },
  { requiredKeys: ['filter', 'count', 'exclude'] },
) as fc.Arbitrary<Sweep>

/** Of the list under the same filter, what the buyer can buy: each token's cheapest listing, in the order of prices. */
function buyable(tokens: readonly ReferenceToken[], { filter, maxPrice, exclude }: Sweep) {
  const shown = referenceItems(tokens, filter, 'price_asc')
  const top = [filter.priceTop, maxPrice].flatMap((octas) => (octas === undefined ? [] : BigInt(octas)))
  return shown
    .filter(({ tokenDataId }) => !exclude.tokenDataIds.includes(tokenDataId))
    .flatMap(({ tokenDataId, listings }) => {
      const open = listings.filter(
        ({ seller, marketplace, priceOctas, isClosed }) =>
          isClosed !== true &&
          seller !== BUYER &&
          !exclude.marketplaces.includes(marketplace) &&
          top.every((octas) => priceOctas <= octas),
      )
      const cheapest = cheapestOf(open, filter.marketplace)
      return cheapest === null ? [] : [{ tokenDataId, priceOctas: cheapest.priceOctas }]
    })
    .toSorted((a, b) => Number(a.priceOctas - b.priceOctas))
}

async function sweepOf(collectionId: string, sweep: Sweep) {
  const payload = { walletAddress: BUYER, collectionId, ...sweep }
  const answer = await api.server.inject({ method: 'POST', url: '/api/collection/nfts/sweep', payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function expectSweep(collectionId: string, tokens: readonly ReferenceToken[], sweep: Sweep): Promise<void> {
  const expected = buyable(tokens, sweep)
  const answer = await sweepOf(collectionId, sweep)
  const items: readonly { tokenDataId: string; priceOctas: string }[] = answer.items
  expect(items.map(({ priceOctas }) => priceOctas)).toEqual(
    expected.slice(0, sweep.count).map(({ priceOctas }) => String(priceOctas)),
  )
  expect(new Set(items.map(({ tokenDataId }) => tokenDataId)).size).toBe(items.length)
  for (const { tokenDataId, priceOctas } of items)
    expect(expected).toContainEqual({ tokenDataId, priceOctas: BigInt(priceOctas) })
  let sum = 0n
  expect(answer.curve).toEqual(
    expected.slice(0, MAX_TRADE_ITEMS).map(({ priceOctas }, at) => {
      sum += priceOctas
      return { count: at + 1, costOctas: String(sum) }
    }),
  )
}

// @feature buy.sweep-filtered
test('under any filter a sweep of n buys the n cheapest of the filtered list that can be bought', async () => {
  await fc.assert(
    fc.asyncProperty(market, sweeps, fc.boolean(), async (tokens, sweep, hasListItems) => {
      await expectSweep(await writeMarket(tokens, hasListItems), tokens, sweep)
    }),
    { numRuns: 30, seed: 20_261_122 },
  )
}, 120_000)

test.each([
  ['by name', { name: 'stone' }],
  ['by trait', { attributes: [{ trait_type: 'Fur', value: 'Gold' }] }],
])(
  'a sweep %s looks past any number of own listings, and of tokens listed cheaper where the buyer cannot buy',
  async (_, filter) => {
    const [here = '', there = ''] = MARKETPLACES
    const traits = [{ trait_type: 'Fur', value: 'Gold' }]
    const tokens = Array.from({ length: 700 }, (_token, at): ReferenceToken => {
      const listing = (nth: number, marketplace: string, seller: string, priceOctas: bigint) => ({
        marketplace,
        seller,
        priceOctas,
        placedAtMicros: 1n,
        listingId: numberedId(10_000 + at * 10 + nth),
      })
      const own = listing(0, here, BUYER, BigInt(1 + at))
      const listings =
        at < 680
          ? [own, ...(at === 3 ? [listing(1, there, SELLERS[1] ?? '', 690n)] : [])]
          : [{ ...own, seller: SELLERS[1] ?? '' }]
      return { tokenDataId: numberedId(at + 1), name: `Stone #${at}`, traits, rank: null, listings, soldAtMicros: null }
    })
    const collectionId = await writeMarket(tokens, false)
    await expectSweep(collectionId, tokens, { filter, count: 15, exclude: { tokenDataIds: [], marketplaces: [] } })
  },
)

// @feature buy.sweep-filtered
test.each([
  ['its buyer lists it cheaper', { seller: BUYER, marketplace: MARKETPLACES[0] ?? '' }],
  ['it is cheaper where the buyer does not buy', { seller: SELLERS[1] ?? '', marketplace: MARKETPLACES[1] ?? '' }],
  ['it is cheaper where nothing is bought any more', { seller: SELLERS[1] ?? '', marketplace: CLOSED[0] ?? '' }],
])('a sweep buys no listing above the highest price though %s', async (_, cheaper) => {
  const [here = '', there = ''] = MARKETPLACES
  const priced = (nth: number, priceOctas: bigint, seller: string, marketplace: string) => ({
    ...{ marketplace, seller, priceOctas, placedAtMicros: 1n, listingId: numberedId(10_000 + nth) },
    isClosed: CLOSED.includes(marketplace),
  })
  // Dearer ones at 5, 10, …, 50: of some the cheaper listing is above the bound as well.
  const tokens = Array.from({ length: 10 }, (_token, at): ReferenceToken => {
    const dear = BigInt(5 * (at + 1))
    const listings = [
      priced(2 * at, dear - 4n, cheaper.seller, cheaper.marketplace),
      priced(2 * at + 1, dear, SELLERS[2] ?? '', here),
    ]
    return {
      tokenDataId: numberedId(at + 1),
      name: `Stone #${at}`,
      traits: [],
      rank: null,
      listings,
      soldAtMicros: null,
    }
  })
  const collectionId = await writeMarket(tokens, false)
  const exclude = { tokenDataIds: [], marketplaces: cheaper.marketplace === there ? [there] : [] }
  for (const octas of [4, 5, 7, 20, 22, 49])
    for (const bound of [
      { filter: { priceTop: String(octas) } },
      { filter: {}, maxPrice: String(octas) },
      { filter: { priceTop: String(octas) }, maxPrice: String(octas + 6) },
      { filter: { priceTop: String(octas + 6) }, maxPrice: String(octas) },
    ])
      await expectSweep(collectionId, tokens, { count: 15, exclude, ...bound })
})

test('a filter that cannot be obeyed is said, not passed over', async () => {
  const collectionId = await writeMarket([], false)
  const body = { walletAddress: BUYER, collectionId, count: 1 }
  for (const filter of [
    { colour: 'red' },
    { rarityTop: '3' },
    { attributes: '[]' },
    { attributes: [{ trait_type: 'Fur' }] },
  ]) {
    const answer = await api.server.inject({
      method: 'POST',
      url: '/api/collection/nfts/sweep',
      payload: { ...body, filter },
    })
    expect([answer.statusCode, answer.json().error?.code]).toEqual([400, 'invalid-request'])
  }
  const unlisted = await sweepOf(collectionId, {
    filter: { nftType: 'UNLISTED' },
    count: 1,
    exclude: { tokenDataIds: [], marketplaces: [] },
  })
  expect([unlisted.payload, unlisted.reason.code, unlisted.curve]).toEqual([null, 'nothing-for-sale', []])
})
