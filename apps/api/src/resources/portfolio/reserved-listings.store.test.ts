import { listReservedListings, type ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { runs } from '@opal/domain/testing/effort/config'
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

const OTHER = `0x${'1c'.repeat(32)}`
const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, CLOSED_MARKETPLACE_TOKEN]
const listing = fc.record({
  tokenDataId: fc.constantFrom(...TOKENS),
  marketplace: fc.constantFrom('first', 'second'),
  reservedFor: fc.constantFrom(EXAMPLE.buyer, EXAMPLE.buyer, OTHER, null),
  price: fc.bigInt({ min: 1n, max: 4n }),
  validity: fc.constantFrom('reserved', 'reserved', 'expired', 'seller-lost-token'),
  state: fc.constantFrom('open', 'open', 'filled'),
})
type AnyListing = typeof listing extends fc.Arbitrary<infer One> ? One : never
const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

async function write(all: readonly AnyListing[]): Promise<void> {
  await api.store.pool.query('truncate market.listings')
  const rows = all.map((one, at) => ({
    listing_id: idOf(at),
    marketplace: one.marketplace,
    token_data_id: one.tokenDataId,
    collection_id: EXAMPLE.collectionId,
    property_version: 0n,
    token_standard: 'v2' as const,
    seller: EXAMPLE.owner,
    price_octas: one.price,
    state: one.state,
    validity: one.reservedFor === null ? 'valid' : one.state === 'open' ? one.validity : 'ended',
    placed_version: 91n,
    placed_at_micros: BigInt(at + 1),
    last_version: 91n,
    last_event_index: 0,
    last_at_micros: 1n,
    ...NO_LISTING_TERMS,
    reserved_for: one.reservedFor,
  }))
  await insertRows(api.store, listings, rows)
}

async function pageOf(query: string) {
  const answer = await api.server.inject(`/data/user/listings/reserved/${EXAMPLE.buyer}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return listReservedListings.response.parse(answer.json())
}

/** All pages of two listings. */
async function listAll(): Promise<readonly ReservedListing[]> {
  const found: ReservedListing[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await pageOf(cursor === '' ? 'take=2' : `take=2&cursor=${encodeURIComponent(cursor)}`)
    expect(page.data.length).toBeLessThanOrEqual(2)
    found.push(...page.data)
    cursor = page.nextCursor
  }
  return found
}

// @feature portfolio.reserved
test('a wallet’s reserved listings are all that it alone can buy, cheapest first, each once over the pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(listing, { maxLength: 12 }), async (all) => {
      await write(all)
      const expected = all
        .map((one, at) => ({ ...one, id: idOf(at) }))
        .filter((one) => one.reservedFor === EXAMPLE.buyer && one.state === 'open' && one.validity === 'reserved')
        .toSorted(
          (a, b) => Number(a.price - b.price) || a.marketplace.localeCompare(b.marketplace) || (a.id < b.id ? -1 : 1),
        )
      const found = await listAll()
      expect(found.map((row) => [row.listing.listingId, row.token.tokenDataId, row.listing.price])).toEqual(
        expected.map((one) => [one.id, one.tokenDataId, String(one.price)]),
      )
      for (const row of found) expect(row.listing.terms?.reservedFor).toBe(EXAMPLE.buyer)
    }),
    { numRuns: runs(12, 200) },
  )
})

test('they can be narrowed to a collection', async () => {
  await write([
    ...[1n, 2n].map(
      (price): AnyListing => ({
        tokenDataId: EXAMPLE.tokenDataId,
        marketplace: 'first',
        reservedFor: EXAMPLE.buyer,
        price,
        validity: 'reserved',
        state: 'open',
      }),
    ),
  ])
  expect((await pageOf(`collectionId=${EXAMPLE.collectionId}`)).data).toHaveLength(2)
  expect((await pageOf(`collectionId=${OTHER}`)).data).toHaveLength(0)
})

test('they are none of a collection without trades, unless that is verified or asked for', async () => {
  const spam = `0x${'5a'.repeat(32)}`
  const one: AnyListing = {
    tokenDataId: EXAMPLE.tokenDataId,
    marketplace: 'first',
    reservedFor: EXAMPLE.buyer,
    price: 1n,
    validity: 'reserved',
    state: 'open',
  }
  await write([one])
  await api.store.pool.query('update market.listings set collection_id = $1', [spam])
  expect(await listAll()).toEqual([])
  expect((await pageOf(`take=2&collectionId=${spam}`)).data).toHaveLength(1)
  await api.store.pool.query('insert into account.verified_collections (collection_id) values ($1)', [spam])
  expect(await listAll()).toHaveLength(1)
  await api.store.pool.query('delete from account.verified_collections where collection_id = $1', [spam])
})
