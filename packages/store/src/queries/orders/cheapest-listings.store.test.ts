import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { listings } from '../../schema/orders.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type CheapestListingsQuery, readCheapestListings } from './listings.ts'

const idOf = (letter: string) => `0x${letter.repeat(64)}`
const COLLECTION = idOf('c')
const TOKENS = ['1', '2', '3', '4', '5'].map(idOf)
const SELLERS = ['a', 'b'].map(idOf)
const MARKETPLACES = ['bazaar', 'somewhere', 'souk']

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const anyListing = fc.record({
  token_data_id: fc.constantFrom(...TOKENS),
  seller: fc.constantFrom(...SELLERS),
  marketplace: fc.constantFrom(...MARKETPLACES),
  price_octas: fc.bigInt(1n, 9n),
  state: fc.constantFrom('open', 'open', 'open', 'filled'),
  validity: fc.constantFrom('valid', 'valid', 'valid', 'seller-lost-token'),
})
type AnyListing = typeof anyListing extends fc.Arbitrary<infer Row> ? Row : never

const anyQuery = fc.record({
  marketplaces: fc.subarray(MARKETPLACES),
  notSeller: fc.constantFrom(...SELLERS, idOf('f'), null),
  tokenDataIds: fc.subarray(TOKENS),
  maxOctas: fc.option(fc.bigInt(1n, 9n)),
})

/** The same, from the rows one by one. */
function plainly(rows: readonly (AnyListing & { listing_id: string })[], query: CheapestListingsQuery) {
  const order = rows
    .filter((row) => row.state === 'open' && row.validity === 'valid')
    .filter((row) => row.seller !== query.notSeller && query.marketplaces.includes(row.marketplace))
    .filter((row) => query.tokenDataIds.includes(row.token_data_id))
    .filter((row) => query.maxOctas === null || row.price_octas <= query.maxOctas)
    .map((row) => ({ row, key: `${row.price_octas} ${row.marketplace} ${row.listing_id}` }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const first = order.filter(
    ({ row }, at) => order.findIndex((each) => each.row.token_data_id === row.token_data_id) === at,
  )
  return first.map(({ row }) => row.listing_id)
}

describe('the cheapest listings of some tokens', () => {
  it('are the cheapest of each token that may be bought, cheapest first, on any book', async () => {
    const books = fc.array(anyListing, { maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(books, anyQuery, async (book, query) => {
        const rows = book.map((row, at) => ({ ...row, listing_id: String(at).padStart(3, '0') }))
        await store.db.deleteFrom('market.listings').execute()
        await insertRows(store, listings, rows.map(asStored))
        const read = await readCheapestListings(store, query)
        expect(read.map(({ listingId }) => listingId)).toEqual(plainly(rows, query))
      }),
      { numRuns: runs(60) },
    )
  })
})

function asStored<Row>(row: Row) {
  return {
    ...row,
    collection_id: COLLECTION,
    property_version: 0n,
    token_standard: 'v2',
    placed_version: 1n,
    placed_at_micros: 1n,
    last_version: 1n,
    last_event_index: 0,
    last_at_micros: 1n,
    ...NO_LISTING_TERMS,
  }
}
