import { expect, test } from 'vitest'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type BidLevelRow, readBidLevels } from './bid-book.ts'

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
