import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { movedTokenOccasions, notifyChanges } from './notify-changes.ts'
import { id, ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const [LISTINGS, TRANSFERS] = [300, 50]

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

/** Returns the most rows that one step of a plan makes. */
function mostRows(node: PlanNode): number {
  return Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows))
}

it('looks once at the displaced listings of a token, however often it moves, and inserts the notifications of a bounded number once', async () => {
  const { pool, db } = market.store
  await pool.query(
    `insert into market.listings
      select 'bazaar', n::text, $1, 0, 'v2', $2, $3, n, 'open', 'seller-lost-token', n, n, n, 0, n from generate_series(1, ${LISTINGS}) n`,
    [ids.tokenDataId, ids.collectionId, ids.owner],
  )
  await pool.query('analyze market.listings')
  const moved = { from: id('5e'), to: id('5f'), priceOctas: null }
  const transfers = Array.from({ length: TRANSFERS }, () => market.activity('transfer', moved))
  await appendChanges(market.store, transfers)
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>`
    explain (analyze, format json) ${movedTokenOccasions({ after: 0n, upTo: 1_000_000n })}`.execute(db)
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  expect(plan?.Plan['Actual Rows']).toBe(50)
  expect(plan && mostRows(plan.Plan)).toBeLessThan(4 * LISTINGS)
  await notifyChanges(market.store, NOW)
  const notified = await pool.query(`select distinct version from account.notifications where type = 'listing-invalid'`)
  expect(notified.rows).toEqual([{ version: transfers[0]?.version }])
  const before = await market.lastId()
  await appendChanges(market.store, transfers)
  await notifyChanges(market.store, NOW)
  expect(await market.lastId()).toBe(before)
})
