import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { isUnwritable } from '../../driver/faults.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { writeReplacement } from '../../driver/replace-rows.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { type PointsDueRow, pointsLedger } from '../../schema/points.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import { takePartsFor } from '../despite-refusals.ts'
import { readStoredHours } from '../stats/read-hours.ts'
import { compareHourlyPoints, type Orders, readEarningOf } from './compare-hourly-points.ts'

/** Number of orders whose points are compared at a time. */
const ORDERS_IN_PART = 500

/**
 * Adds collections whose orders' points are to be compared from an hour on. One that is being compared goes on, and begins once more
 * when it is through: no floor moves so often that the last orders are never reached.
 */
export async function addPointsDue(db: Executor, due: ReadonlyMap<string, bigint>): Promise<void> {
  if (due.size === 0) return
  await sql`
    insert into market.points_due as stored (collection_id, hour_micros)
    select * from unnest(${[...due.keys()]}::text[], ${[...due.values()]}::bigint[])
    on conflict (collection_id) do update set
      hour_micros = case when stored.order_id = '' then least(stored.hour_micros, excluded.hour_micros) else stored.hour_micros end,
      again_micros = case when stored.order_id = '' then null else least(stored.again_micros, excluded.hour_micros) end`.execute(
    db,
  )
}

/**
 * Compares the points of the next orders of the collection that has waited longest; one whose points the database refuses goes to the end of
 * the queue. Call it between batches, on their connection.
 * @returns false when none is due.
 */
export async function settleNextPoints(db: Database): Promise<boolean> {
  const due = await readNextDue(db)
  if (due === null) return false
  try {
    await settlePointsOf(db, due)
  } catch (error) {
    if (isUnwritable(error))
      await sql`update market.points_due set turn = default where collection_id = ${due.collection_id}`.execute(db)
    throw error
  }
  return true
}

/**
 * Compares the points of the orders of collections that wait, for some time. Call it between batches, on their connection.
 * @throws the database's error where it refuses those of some, once others have had their turn.
 */
export async function settleDuePoints(db: Database, ms: number): Promise<void> {
  await takePartsFor(ms, () => settleNextPoints(db))
}

async function settlePointsOf(db: Database, due: PointsDueRow): Promise<void> {
  await inTransaction(db, async (statements) => {
    const orders = await readNextOrders(statements, due)
    const first = new Map([[due.collection_id, due.hour_micros]])
    const [earning, hours] = await Promise.all([
      readEarningOf(statements, first, orders),
      readStoredHours(statements, first),
    ])
    const points = compareHourlyPoints(earning, { first, after: new Map([[due.collection_id, hours]]) })
    return { last: [writeReplacement(statements, pointsLedger, points), advance(statements, due, orders)] }
  })
}

async function readNextDue(db: Executor): Promise<PointsDueRow | null> {
  const { rows } = await sql<PointsDueRow>`
    select collection_id, hour_micros, again_micros, rule, marketplace, order_id
    from market.points_due order by turn limit 1`.execute(db)
  return rows[0] ?? null
}

/** Reads the next orders of our own marketplace that were open in the hour or later. */
async function readNextOrders(db: Executor, due: PointsDueRow): Promise<Orders> {
  const next = (rule: string, table: string, column: string) => sql`
    select ${sql.lit(rule)} as rule, p.marketplace, p.${sql.ref(column)} as order_id from market.${sql.raw(table)} p
    where p.collection_id = ${due.collection_id} and coalesce(p.to_micros, ${FOREVER}) > ${due.hour_micros}
      and p.marketplace in (select v.marketplace from market.marketplaces v where v.is_native)
      and (${sql.lit(rule)}, p.marketplace, p.${sql.ref(column)}) > (${due.rule}, ${due.marketplace}, ${due.order_id})`
  const { rows } = await sql<{ rule: string; marketplace: string; order_id: string }>`
    ${next('bidding', 'offer_spans', 'offer_id')} union ${next('listing', 'listing_spans', 'listing_id')}
    order by rule, marketplace, order_id limit ${ORDERS_IN_PART}`.execute(db)
  return {
    rules: rows.map(({ rule }) => rule),
    marketplaces: rows.map(({ marketplace }) => marketplace),
    ids: rows.map(({ order_id }) => order_id),
    collections: rows.map(() => due.collection_id),
  }
}

/** Goes on behind the given orders, at the end of the queue; begins once more, or ends, when they were the last. */
async function advance(db: Executor, due: PointsDueRow, { rules, marketplaces, ids }: Orders): Promise<void> {
  const ofCollection = sql`where collection_id = ${due.collection_id}`
  if (ids.length < ORDERS_IN_PART && due.again_micros === null) {
    await sql`delete from market.points_due ${ofCollection}`.execute(db)
  } else if (ids.length < ORDERS_IN_PART) {
    await sql`update market.points_due set hour_micros = again_micros, again_micros = null, rule = '', marketplace = '',
      order_id = '', turn = default ${ofCollection}`.execute(db)
  } else {
    await sql`update market.points_due set rule = ${rules.at(-1)}, marketplace = ${marketplaces.at(-1)}, order_id = ${ids.at(-1)},
      turn = default ${ofCollection}`.execute(db)
  }
}
