import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { isUnwritable } from '../../driver/faults.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { writeReplacement } from '../../driver/replace-rows.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { type PointsDueRow, pointsLedger } from '../../schema/points.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import { takePartsFor } from '../despite-refusals.ts'
import { readStoredHours } from '../stats/read-hours.ts'
import { compareHourlyPoints, type Orders, OWN_MARKETPLACES, readEarningOf } from './compare-hourly-points.ts'

/** Number of spans, of any marketplace, whose orders' points are compared at a time. */
const SPANS_IN_PART = 500

/** Whether a collection has waited for as long as batches let it, so that a floor that moves with every trade is followed in steps; or has begun. */
const HAS_WAITED = sql`(rule <> '' or since <= now() - interval '10 seconds')`

/**
 * Adds collections whose orders' points are to be compared from an hour on. A comparison under way is completed and then repeated: if each floor
 * change restarted it, the last orders might never be reached. Rows that would not change are not written.
 */
export async function addPointsDue(db: Executor, due: ReadonlyMap<string, bigint>): Promise<void> {
  if (due.size === 0) return
  await sql`
    insert into market.points_due as stored (collection_id, hour_micros)
    select * from unnest(${[...due.keys()]}::text[], ${[...due.values()]}::bigint[])
    on conflict (collection_id) do update set
      hour_micros = case when stored.rule = '' then least(stored.hour_micros, excluded.hour_micros) else stored.hour_micros end,
      again_micros = case when stored.rule = '' then null else least(stored.again_micros, excluded.hour_micros) end
    where case when stored.rule = '' then excluded.hour_micros < stored.hour_micros
      else excluded.hour_micros < coalesce(stored.again_micros, ${FOREVER}) end`.execute(db)
}

/**
 * Compares the points of the next orders of the collection that has waited longest; one whose points the database refuses goes to the end of
 * the queue. Call it between batches, on their connection.
 * @returns false when none is due.
 */
export function settleNextPoints(db: Database): Promise<boolean> {
  return settleNext(db, sql`true`)
}

/** @param isInTurn a condition on what is due. */
async function settleNext(db: Database, isInTurn: RawBuilder<unknown>): Promise<boolean> {
  const due = await readNextDue(db, isInTurn)
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
 * Compares the points of the orders of collections that have waited for ten seconds, for some time. Call it between batches, on their connection.
 * @throws the database's error where it refuses those of some, once others have had their turn.
 */
export async function settleDuePoints(db: Database, ms: number): Promise<void> {
  await takePartsFor(ms, () => settleNext(db, HAS_WAITED))
}

async function settlePointsOf(db: Database, due: PointsDueRow): Promise<void> {
  await inTransaction(db, async (statements) => {
    const next = await readNextSpans(statements, due)
    const orders = ordersOf(next, due.collection_id)
    const first = new Map([[due.collection_id, due.hour_micros]])
    const [earning, hours] = await Promise.all([
      readEarningOf(statements, first, orders),
      readStoredHours(statements, first),
    ])
    const points = compareHourlyPoints(earning, { first, after: new Map([[due.collection_id, hours]]) })
    return { last: [writeReplacement(statements, pointsLedger, points), advance(statements, due, next)] }
  })
}

async function readNextDue(db: Executor, isInTurn: RawBuilder<unknown>): Promise<PointsDueRow | null> {
  const { rows } = await sql<PointsDueRow>`
    select collection_id, hour_micros, again_micros, rule, to_micros, marketplace, order_id
    from market.points_due where ${isInTurn} order by turn limit 1`.execute(db)
  return rows[0] ?? null
}

/** A span that reaches the hour or begins later, as far as the walk goes by it. */
interface NextSpan extends Pick<PointsDueRow, 'rule' | 'to_micros' | 'marketplace' | 'order_id'> {
  readonly is_own: boolean
}

/**
 * Reads the next spans that were open in the hour or later, in the order of their ends: an order whose span ends in the meantime is compared by
 * the batch that ends it. Each call reads one part, however many spans have ended; open spans come in the last parts.
 */
async function readNextSpans(db: Executor, due: PointsDueRow): Promise<readonly NextSpan[]> {
  const end = sql`coalesce(p.to_micros, ${FOREVER})`
  const next = (rule: string, table: string, column: string) => sql`(
    select ${sql.lit(rule)} as rule, ${end} as to_micros, p.marketplace, p.${sql.ref(column)} as order_id,
      p.marketplace = any(${OWN_MARKETPLACES}) as is_own
    from market.${sql.raw(table)} p
    where ${sql.lit(rule)} >= ${due.rule} and p.collection_id = ${due.collection_id} and ${end} > ${due.hour_micros}
      and ${end} >= case when ${due.rule} = ${sql.lit(rule)} then ${due.to_micros}::bigint else 0 end
      and (${sql.lit(rule)}, ${end}, p.marketplace, p.${sql.ref(column)})
        > (${due.rule}, ${due.to_micros}::bigint, ${due.marketplace}, ${due.order_id})
    order by ${end}, p.marketplace, p.${sql.ref(column)} limit ${sql.lit(SPANS_IN_PART)})`
  const { rows } = await sql<NextSpan>`
    ${next('bidding', 'offer_spans', 'offer_id')} union all ${next('listing', 'listing_spans', 'listing_id')}
    order by rule, to_micros, marketplace, order_id limit ${sql.lit(SPANS_IN_PART)}`.execute(db)
  return rows
}

/** Returns the orders of our own marketplace, each once. */
function ordersOf(spans: readonly NextSpan[], collection: string): Orders {
  const own = spans.filter((span) => span.is_own)
  const orders = [...new Map(own.map((span) => [`${span.rule}/${span.marketplace}/${span.order_id}`, span])).values()]
  return {
    rules: orders.map(({ rule }) => rule),
    marketplaces: orders.map(({ marketplace }) => marketplace),
    ids: orders.map(({ order_id }) => order_id),
    collections: orders.map(() => collection),
  }
}

/** Goes on behind the given spans, at the end of the queue; begins once more, or ends, when they were the last. */
async function advance(db: Executor, due: PointsDueRow, spans: readonly NextSpan[]): Promise<void> {
  const ofCollection = sql`where collection_id = ${due.collection_id}`
  const last = spans.length < SPANS_IN_PART ? undefined : spans.at(-1)
  if (last !== undefined) {
    await sql`update market.points_due set rule = ${last.rule}, to_micros = ${last.to_micros}, marketplace = ${last.marketplace},
      order_id = ${last.order_id}, turn = default ${ofCollection}`.execute(db)
  } else if (due.again_micros === null) {
    await sql`delete from market.points_due ${ofCollection}`.execute(db)
  } else {
    await sql`update market.points_due set hour_micros = again_micros, again_micros = null, rule = '', to_micros = 0, marketplace = '',
      order_id = '', turn = default, since = default ${ofCollection}`.execute(db)
  }
}
