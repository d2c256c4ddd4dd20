import { expect, it } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
import { compareTables, type Difference } from './compare-tables.ts'

it('a value that differs is named by the key of its row and by its column, also where the index of the key includes it', async () => {
  await using stored = await createTestStore()
  await using expected = await createTestStore()
  for (const [{ pool }, floor] of [
    [stored, 5],
    [expected, 6],
  ] as const) {
    await pool.query(
      `insert into market.collection_stats (collection_id, floor_octas, last_version) values ('c1', 5, 1), ('c2', $1, 1)`,
      [floor],
    )
  }
  const found: Difference[] = []
  await stored.db.transaction().execute((left) =>
    expected.db.transaction().execute(async (right) => {
      for await (const difference of compareTables(left, right, 'market.collection_stats')) found.push(difference)
    }),
  )
  expect(found).toEqual([
    { table: 'market.collection_stats', key: 'collection_id=c2', column: 'floor_octas', stored: '5', expected: '6' },
  ])
})
