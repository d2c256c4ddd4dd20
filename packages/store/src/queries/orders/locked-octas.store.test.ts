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
