import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bidPools, collectionOffers } from '../../schema/orders.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type BidLevelRow, readBestCollectionOffers, readBidLevels } from './bid-book.ts'

const COLLECTION = `0x${'c0'.repeat(32)}`

test('a ladder reads a bounded number of the bids on its collection, the best ones', async () => {
  await using store = await createTestStore()
  const bids = 10_600
  await store.pool.query(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount, state, validity,
       placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select 'opal', n::text, $1, n::text, n, 1, 1, 'open', 'valid', 1, 1, 1, 0, 1 from generate_series(1, $2::integer) n`,
    [COLLECTION, bids],
  )
  await store.pool.query('analyze market.collection_offers')
  let found: readonly BidLevelRow[] = []
  const read = await countRowsRead(store, 'market.collection_offers', async (reader) => {
    found = await readBidLevels(reader, COLLECTION, { nowMicros: 0n, take: 3 })
  })
  expect(found.map(({ priceOctas, size }) => [priceOctas, size])).toEqual(
    [0, 1, 2].map((below) => [BigInt(bids - below), 1n]),
  )
  expect(Number(read)).toBeLessThanOrEqual(10_000)
})

test('a ladder computes what pools hold of the bids that pools pay, and of no others', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount, is_pooled,
       state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select 'opal', n::text, $1, 'buyer' || n % 7, n, 1, 1, n <= 10, 'open', 'valid', 1, 1, 1, 0, 1 from generate_series(1, 500) n`,
    [COLLECTION],
  )
  await store.pool.query(`insert into market.bid_pools (marketplace, wallet, balance_octas, last_version, last_at_micros)
    select 'opal', 'buyer' || n, 100, 1, 1 from generate_series(0, 6) n`)
  await store.pool.query(`create or replace function market.pool_after_bid(octas_left numeric, pool_octas numeric, price_octas numeric, amount numeric)
    returns numeric language plpgsql immutable parallel safe as $$
    begin
      if pool_octas is null then raise 'computed of a bid that no pool pays'; end if;
      return coalesce(octas_left, pool_octas) - price_octas * amount;
    end $$`)
  expect(await readBidLevels(store, COLLECTION, { nowMicros: 0n, take: 500 })).toHaveLength(500)
})

const pools = fc.record({ anna: fc.bigInt(0n, 40n), ben: fc.bigInt(0n, 40n) })
const bid = fc.record({
  marketplace: fc.constantFrom('opal', 'other'),
  buyer: fc.constantFrom('anna', 'ben'),
  price_octas: fc.bigInt(1n, 12n),
  remaining_amount: fc.bigInt(1n, 4n),
  is_pooled: fc.constantFrom(true, true, false),
})

// @feature bid.pool-covered
test('a ladder has of any bids what the best of them sell together, whichever of them their pools do not pay', async () => {
  await using store = await createTestStore()
  await fc.assert(
    fc.asyncProperty(pools, fc.array(bid, { maxLength: 15 }), async (balances, bids) => {
      await store.pool.query('truncate market.collection_offers, market.bid_pools')
      const changed = { last_version: 1n, last_at_micros: 1n }
      const open = {
        collection_id: COLLECTION,
        set_root: null,
        expires_at_seconds: null,
        state: 'open',
        validity: 'valid',
      }
      await insertRows(
        store,
        bidPools,
        Object.entries(balances).map(([wallet, balance_octas]) => ({
          marketplace: 'opal',
          wallet,
          balance_octas,
          ...changed,
        })),
      )
      const placed = { wanted_amount: 4n, placed_version: 1n, placed_at_micros: 1n, last_event_index: 0, ...changed }
      if (bids.length > 0)
        await insertRows(
          store,
          collectionOffers,
          bids.map((one, at) => ({ ...one, offer_id: `0x${100 + at}`, ...open, ...placed })),
        )
      const sold = new Map<bigint, bigint>()
      for (const { priceOctas, remainingAmount } of await readBestCollectionOffers(store, COLLECTION, {
        nowMicros: 0n,
        take: 50,
      }))
        sold.set(priceOctas, (sold.get(priceOctas) ?? 0n) + remainingAmount)
      const levels = await readBidLevels(store, COLLECTION, { nowMicros: 0n, take: 50 })
      expect(levels.map(({ priceOctas, size }) => [priceOctas, size])).toEqual([...sold])
    }),
    { numRuns: runs(30) },
  )
})
