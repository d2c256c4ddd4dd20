import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cheapestOf,
  numberedId,
  type ReferenceFilter,
  type ReferenceToken,
  referenceItems,
} from '../../testing/reference-items.ts'
import {
  anyMarket,
  anyMarketFilter,
  BUYER,
  CLOSED,
  MARKETPLACES,
  SELLERS,
  writeMarket,
} from '../../testing/reference-market.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

interface Sweep {
  readonly filter: ReferenceFilter
  readonly count: number
  readonly maxPrice?: string
  readonly exclude: { readonly tokenDataIds: readonly string[]; readonly marketplaces: readonly string[] }
}

const sweeps = fc.record(
  {
    filter: anyMarketFilter,
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
    fc.asyncProperty(anyMarket, sweeps, fc.boolean(), async (tokens, sweep, hasListItems) => {
      await expectSweep(await writeMarket(api.store, tokens, hasListItems), tokens, sweep)
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
    const collectionId = await writeMarket(api.store, tokens, false)
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
  const collectionId = await writeMarket(api.store, tokens, false)
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
  const collectionId = await writeMarket(api.store, [], false)
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
