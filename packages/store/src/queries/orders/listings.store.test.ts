import { compareOctas } from '@opal/domain/prices/octas'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { listings } from '../../schema/orders.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readTokens } from '../tokens/read-tokens.ts'
import { readTokenPage } from '../tokens/token-page.ts'
import {
  type ListingRow,
  readListingsOfToken,
  readOpenListings,
  readOwnListedTokens,
  readOwnListings,
} from './listings.ts'

const ids = SMALL_MARKET_IDS
const { collectionId } = ids
const APT = 100_000_000n

let store: Store

beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids, marketplace: 'somewhere', nowMicros: 1_790_000_000_000_000n })
})
afterAll(() => store[Symbol.asyncDispose]())

describe('open listings', () => {
  it('of one token leave room for those of the others, and named ones always come', async () => {
    const [crowded, quiet] = [`0x${'71'.repeat(32)}`, `0x${'72'.repeat(32)}`]
    const listing = (token: string, id: number, price: bigint) => ({
      marketplace: 'somewhere',
      listing_id: String(id).padStart(4, '0'),
      token_data_id: token,
      property_version: 0n,
      token_standard: 'v1',
      collection_id: null,
      seller: id === 590 ? ids.buyer : ids.owner,
      price_octas: price,
      state: 'open',
      validity: 'valid',
      placed_version: 1n,
      placed_at_micros: 1n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...NO_LISTING_TERMS,
    })
    const many = Array.from({ length: 600 }, (_, index) => listing(crowded, index, BigInt(index)))
    await insertRows(store, listings, [...many, listing(quiet, 9_000, 1n)])
    const read = await readOpenListings(store, [crowded, quiet])
    expect(read.filter((row) => row.tokenDataId === quiet)).toHaveLength(1)
    expect(read.filter((row) => row.tokenDataId === crowded)).toHaveLength(100)
    const named = await readOpenListings(store, [crowded], {
      listingIds: ['0599'],
      own: [{ holder: ids.buyer, tokenDataId: crowded }],
    })
    expect(named.slice(-2).map((row) => row.listingId)).toEqual(['0590', '0599'])
    const first = await readListingsOfToken(store, crowded, { take: 2 })
    const last = first.at(-1)
    const next = await readListingsOfToken(store, crowded, { take: 2, ...(last && { after: last }) })
    expect([...first, ...next].map((row) => row.listingId)).toEqual(['0000', '0001', '0002', '0003'])
  })

  it('of one wallet are a bounded number, however many editions of a token it has listed, and those of a named edition always come', async () => {
    const [seller, others] = [ids.owner, ids.buyer]
    for (const [at, count] of [300, 3_000].entries()) {
      const token = `0x${`8${at}`.repeat(32)}`
      const listing = (edition: number) => ({
        marketplace: 'somewhere',
        listing_id: `own ${at} ${edition}`,
        token_data_id: token,
        token_standard: 'v1',
        property_version: BigInt(edition),
        collection_id: null,
        seller,
        price_octas: 10_000n - BigInt(edition),
        state: 'open',
        validity: 'valid',
        placed_version: 1n,
        placed_at_micros: 1n,
        last_version: 1n,
        last_event_index: 0,
        last_at_micros: 1n,
        ...NO_LISTING_TERMS,
      })
      const own = Array.from({ length: count }, (_, edition) => listing(edition))
      const cheaper = own.map((row) => ({
        ...row,
        listing_id: `${row.listing_id} of others`,
        seller: others,
        price_octas: 1n,
      }))
      await insertRows(store, listings, [...own, ...cheaper])
      await store.pool.query('analyze market.listings')
      let found: readonly ListingRow[] = []
      const holdings = [
        { holder: seller, tokenDataId: token, propertyVersion: BigInt(count - 50) },
        { holder: seller, tokenDataId: token },
      ]
      const read = await countRowsRead(store, 'market.listings', async (reader) => {
        found = (await readOpenListings(reader, [token], { own: holdings })).filter((row) => row.seller === seller)
      })
      expect(found.map((row) => row.propertyVersion).toSorted(compareOctas)).toEqual([
        ...Array.from({ length: 100 }, (_, edition) => BigInt(edition)),
        BigInt(count - 50),
      ])
      expect(read).toBeLessThan(1_000n)
      expect(await readOwnListings(store, holdings)).toEqual(found)
      const readOwn = await countRowsRead(store, 'market.listings', (reader) => readOwnListings(reader, holdings))
      expect(readOwn).toBeLessThan(120n)
    }
  })

  it('of one token come behind any number of cheaper ones that cannot be bought', async () => {
    const token = `0x${'73'.repeat(32)}`
    const listing = (id: number, validity: string) => ({
      marketplace: 'somewhere',
      listing_id: `stale ${id}`,
      token_data_id: token,
      property_version: 0n,
      token_standard: 'v2',
      collection_id: null,
      seller: ids.owner,
      price_octas: BigInt(id),
      state: 'open',
      validity,
      placed_version: 1n,
      placed_at_micros: 1n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...NO_LISTING_TERMS,
    })
    const stale = Array.from({ length: 150 }, (_, at) => listing(at, at % 2 ? 'seller-lost-token' : 'token-frozen'))
    await insertRows(store, listings, [...stale, listing(200, 'valid'), listing(201, 'valid')])
    const read = await readOpenListings(store, [token])
    expect(read.slice(99).map(({ listingId }) => listingId)).toEqual(['stale 99', 'stale 200', 'stale 201'])
  })

  it('at one price on two marketplaces have the same order in list items and filters', async () => {
    const order = { property_version: 0n, token_standard: 'v2', collection_id: collectionId, seller: ids.owner }
    const times = {
      placed_version: 1n,
      placed_at_micros: 1n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...NO_LISTING_TERMS,
    }
    const twin = (marketplace: string, listing_id: string) => ({
      ...order,
      ...times,
      marketplace,
      listing_id,
      token_data_id: ids.tokenDataId,
      price_octas: 9n * APT,
      state: 'open',
      validity: 'valid',
    })
    await insertRows(store, listings, [twin('a-marketplace', '0xf'), twin('b-marketplace', '0x1')])
    const [item] = await readTokens(store, [ids.tokenDataId], 0n)
    expect(item?.listingMarketplace).toBe('a-marketplace')
    const filter = { collectionId, tokenDataId: ids.tokenDataId, listed: true, marketplace: 'a-marketplace' }
    expect((await readTokenPage(store, { filter, order: 'name_asc', take: 1 })).total).toBe(1)
  })
})

test('a bounded number of listings is read for what a wallet has for sale of a collection', async () => {
  const seller = `0x${'5e'.repeat(32)}`
  for (const [at, count] of [2_500, 12_000].entries()) {
    const collection = `0x${`c${at}`.repeat(32)}`
    const own = Array.from({ length: count }, (_, token) => ({
      marketplace: 'somewhere',
      listing_id: `of ${at} ${token}`,
      token_data_id: `0x${at}${token}`,
      token_standard: 'v2',
      property_version: 0n,
      collection_id: collection,
      seller,
      price_octas: APT,
      state: 'open',
      validity: 'valid',
      placed_version: 1n,
      placed_at_micros: 1n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...NO_LISTING_TERMS,
    }))
    await insertRows(store, listings, own)
    const read = await countRowsRead(store, 'market.listings', async (reader) => {
      expect(await readOwnListedTokens(reader, seller, collection)).toHaveLength(2_000)
    })
    // Of each its own listing, too, which is passed over among those of its token.
    expect(read).toBeLessThan(9_000n)
  }
})
