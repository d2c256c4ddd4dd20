import { expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { compareTables, type Difference } from './compare-tables.ts'
import { copyDuePoints } from './copy-due-points.ts'

const TABLES = ['market.points_ledger', 'market.points_totals', 'market.wallet_points'] as const

/** Writes an order's points in two collections, and a purchase in each. */
async function writePoints({ pool }: Store, ofDue: number, ofOther: number): Promise<void> {
  await pool.query(
    `insert into market.points_ledger
       select '0xa', rule, id, 'opal', id, 1, 0, 0, case when rule = 'buying' then 0 end, 5, 5, 1, points
       from (values ('due', $1::numeric), ('other', $2)) of (id, points) cross join unnest(array['listing', 'buying']) rule`,
    [ofDue, ofOther],
  )
}

it('points of collections that wait to be compared are taken over, with their sums, and those of others are compared', async () => {
  await using stored = await createTestStore()
  await using expected = await createTestStore()
  await writePoints(stored, 1, 2)
  await writePoints(expected, 3, 4)
  await stored.pool.query(`insert into market.points_due (collection_id, hour_micros) values ('due', 0)`)
  const differences: Difference[] = []
  await stored.db.transaction().execute(async (left) => {
    await copyDuePoints(left, expected.db)
    await expected.db.transaction().execute(async (right) => {
      for (const table of TABLES)
        for await (const difference of compareTables(left, right, table)) differences.push(difference)
    })
  })
  const orders = differences.filter(({ key }) => key.includes('rule=listing'))
  expect(orders.map(({ table, key }) => [table, key.includes('due')])).toEqual([
    ['market.points_ledger', false],
    ['market.points_totals', false],
  ])
  const bought = differences.filter(({ key }) => key.includes('rule=buying'))
  expect(bought.filter(({ table }) => table === 'market.points_ledger')).toHaveLength(2)
})
