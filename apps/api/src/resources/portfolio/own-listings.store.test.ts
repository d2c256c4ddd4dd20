import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { runs } from '@opal/domain/testing/effort/config'
import { readWalletHoldings } from '@opal/store/queries/portfolio/portfolio'
import { listings } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { NO_LISTING_TERMS } from '@opal/store/testing/no-terms'
import { CLOSED_MARKETPLACE_TOKEN } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** Tokens of the example's owner. */
const HELD = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, CLOSED_MARKETPLACE_TOKEN]
const listing = fc.record({
  tokenDataId: fc.constantFrom(...HELD),
  marketplace: fc.constantFrom('first', 'second', 'closed'),
  seller: fc.constantFrom(EXAMPLE.owner, EXAMPLE.owner, EXAMPLE.buyer),
  price: fc.bigInt({ min: 1n, max: 9n }),
  validity: fc.constantFrom('valid', 'marketplace-closed', 'token-frozen', 'seller-lost-token'),
})
type AnyListing = typeof listing extends fc.Arbitrary<infer One> ? One : never

async function write(open: readonly AnyListing[]): Promise<void> {
  await api.store.pool.query('truncate market.listings')
  const rows = open.map((one, at) => ({
    listing_id: `0x${at.toString(16).padStart(64, '0')}`,
    marketplace: one.marketplace,
    token_data_id: one.tokenDataId,
    collection_id: EXAMPLE.collectionId,
    property_version: 0n,
    token_standard: 'v2' as const,
    seller: one.seller,
    price_octas: one.price,
    state: 'open' as const,
    validity: one.validity,
    placed_version: 91n,
    placed_at_micros: BigInt(at + 1),
    last_version: 91n,
    last_event_index: 0,
    last_at_micros: 1n,
    ...NO_LISTING_TERMS,
  }))
  await insertRows(api.store, listings, rows)
}

async function ask(query: string): Promise<readonly PortfolioToken[]> {
  const answer = await api.server.inject(`/data/user/tokens/${EXAMPLE.owner}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return listUserTokens.response.parse(answer.json()).data
}

const isBuyable = ({ validity }: AnyListing) => validity === 'valid'

/** Returns the cheapest of the holder's listings that can be bought, else of those that cannot. */
function expected(open: readonly AnyListing[], tokenDataId: string) {
  const own = open.flatMap((one, at) =>
    one.tokenDataId === tokenDataId && one.seller === EXAMPLE.owner && one.validity !== 'seller-lost-token'
      ? [{ ...one, at }]
      : [],
  )
  const buyable = own.filter(isBuyable)
  const among = buyable.length > 0 ? buyable : own
  return among.length === 0 ? null : among.reduce((least, one) => (one.price < least.price ? one : least))
}

// @feature portfolio.listing-order
test('sorts listings by age and by distance to the floor, unlisted tokens last', async () => {
  const [first, second, third] = HELD as [string, string, string]
  const own = { marketplace: 'first', seller: EXAMPLE.owner, validity: 'valid' } as const
  await write([
    { ...own, tokenDataId: second, price: 400_000_000n },
    { ...own, tokenDataId: first, price: 300_000_000n },
  ])
  const idsOf = async (query: string) => (await ask(query)).map(({ tokenDataId }) => tokenDataId)
  expect(await idsOf('sortBy=listed_at&order=asc')).toEqual([second, first, third])
  expect(await idsOf('sortBy=listed_at&order=desc')).toEqual([first, second, third])
  expect(await idsOf('sortBy=floor_distance&order=asc')).toEqual([first, second, third])
  expect(await idsOf('sortBy=floor_distance&order=desc')).toEqual([second, first, third])
})

// @feature portfolio.filter, portfolio.listings
test('returns price and marketplace of the holder’s best listing of each token, under any filter and order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { maxLength: 8 }),
      fc.constantFrom('all', 'listed', 'unlisted'),
      fc.constantFrom('name', 'value', 'listed_price', 'floor_distance', 'listed_at', 'acquired'),
      fc.constantFrom('asc', 'desc'),
      async (open, type, sortBy, order) => {
        await write(open)
        const tokens = await ask(new URLSearchParams({ type, sortBy, order }).toString())
        const wanted = HELD.filter((id) => type === 'all' || (expected(open, id) !== null) === (type === 'listed'))
        expect(tokens.map(({ tokenDataId }) => tokenDataId).toSorted()).toEqual(wanted.toSorted())
        for (const { tokenDataId, listedPrice, listedAtMicros, marketplace } of tokens) {
          const own = expected(open, tokenDataId)
          expect(listedPrice).toBe(own === null ? null : String(own.price))
          // Of two listings at the same price either may be returned.
          const same = open.flatMap((one, at) =>
            own !== null &&
            one.tokenDataId === tokenDataId &&
            one.price === own.price &&
            isBuyable(one) === isBuyable(own)
              ? [`${one.marketplace} ${at + 1}`]
              : [],
          )
          expect(own === null ? [null, null] : same).toEqual(
            own === null ? [marketplace, listedAtMicros] : expect.arrayContaining([`${marketplace} ${listedAtMicros}`]),
          )
        }
        // The file of what the wallet holds says the same.
        for (const { tokenDataId, listedOctas } of await readWalletHoldings(api.store, EXAMPLE.owner, { take: 50 }))
          expect(listedOctas).toBe(expected(open, tokenDataId)?.price ?? null)
        if (sortBy !== 'listed_price' && sortBy !== 'listed_at') return
        const sortValueOf = (token: PortfolioToken) =>
          sortBy === 'listed_at' ? token.listedAtMicros : token.listedPrice
        const values = tokens.flatMap((token) => sortValueOf(token) ?? []).map(Number)
        expect(values).toEqual(values.toSorted((a, b) => (order === 'asc' ? a - b : b - a)))
        // Tokens without a listing come last in both directions.
        expect(tokens.slice(0, values.length).every((token) => sortValueOf(token) !== null)).toBe(true)
      },
    ),
    { numRuns: runs(25) },
  )
})
