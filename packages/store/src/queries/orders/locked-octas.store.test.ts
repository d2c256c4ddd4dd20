import { expect, it } from 'vitest'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readLockedOctas } from './bid-book.ts'

const BIDS = 3000

it('adds up the bids on a collection without reading those on others', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into market.token_offers
      select 'bazaar', n::text, 'token ' || n, 0, 'v2', 'collection ' || n % ${BIDS / 2}, '0xb', n, 10, 'open', 'valid', n, n, n, 0, n
      from generate_series(1, ${BIDS}) n`,
  )
  await store.pool.query('analyze market.token_offers')
  const filter = { collectionId: 'collection 7', liveAtSeconds: 9n }
  expect(await readLockedOctas(store, filter)).toBe(7n + BigInt(BIDS / 2 + 7))
  const read = await countRowsRead(store, 'market.token_offers', (reader) => readLockedOctas(reader, filter))
  expect(read).toBeLessThanOrEqual(2n)
})

it('looks a pool up once, however many bids it is behind, and counts no more than it holds', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount,
      is_pooled, set_root, expires_at_seconds, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
    select 'bazaar', n::text, 'c', case when n % 4 = 0 then 'rich' when n % 4 = 1 then 'poor' when n % 4 = 2 then 'none' else 'paid' end,
      10, 1, 1, n % 4 < 3, case when n % 8 < 4 then 'root' end, 10, 'open', 'valid', n, n, n, 0, n
    from generate_series(1, ${BIDS}) n`,
  )
  await store.pool.query(
    `insert into market.bid_pools (marketplace, wallet, balance_octas, last_version, last_at_micros)
    values ('bazaar', 'rich', 1000000, 1, 1), ('bazaar', 'poor', 70, 1, 1), ('other', 'none', 1000000, 1, 1)`,
  )
  await store.pool.query('analyze')
  const ofEach = (BIDS / 4) * 10
  for (const [filter, octas] of [
    [{ collectionId: 'c' }, 2 * ofEach + 70],
    [{ buyer: 'poor' }, 70],
    [{ buyer: 'none' }, 0],
    [{ buyer: 'paid', collectionId: 'c' }, ofEach],
  ] as const) {
    const live = { ...filter, liveAtSeconds: 9n }
    expect(await readLockedOctas(store, live)).toBe(BigInt(octas))
    const read = await countRowsRead(store, 'market.bid_pools', (reader) => readLockedOctas(reader, live))
    expect(read).toBeLessThanOrEqual(12n)
  }
})
