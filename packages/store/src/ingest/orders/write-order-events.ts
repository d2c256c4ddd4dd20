import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type OrderEventRow, orderEvents } from '../../tables/order-events.ts'
import type { IndexedTransaction } from '../batch.ts'
import type { FactConflict } from '../raw/write-raw.ts'
import { compareEvents, isUnpriced } from './fold-order.ts'
import { toOrderEventRow } from './order-event-row.ts'
import { type OrderKey, readOrderEvents } from './read-order-events.ts'

/** Orders to be folded again, with all their events in the chain's order. */
export interface TouchedOrders {
  readonly orders: readonly OrderKey[]
  readonly events: readonly OrderEventRow[]
}

/**
 * Logs the batch's market events, and completes what is logged of tokens whose collection has become known with the batch.
 * @returns orders to be folded again: those of the events, and listings of tokens whose owner the batch changes.
 */
export async function writeOrderEvents(
  at: Statements,
  batch: readonly IndexedTransaction[],
  conflict: FactConflict,
): Promise<TouchedOrders> {
  const rows = batch.flatMap(({ market }) => market.map(toOrderEventRow))
  const described = batch.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId))
  const named = rows.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
  const own = uniqueOrders(rows)
  const written = writeRows(at, orderEvents, rows, conflict)
  const unpriced = rows.filter(isUnpriced)
  // Statements are executed in the order in which they are begun: only what needs another turn takes one.
  if (unpriced.length > 0) await settleFills(at, unpriced, written)
  const [, completed, listed, known] = await Promise.all([
    written,
    completeCollections(at, [...new Set<string>([...described, ...named])]),
    readListedThen(at, batch),
    // Mostly there are no others, and then this spares a turn.
    readOrderEvents(at, [...own.values()]),
  ])
  const orders = uniqueOrders([...rows, ...completed, ...listed])
  const others = [...orders].filter(([key]) => !own.has(key)).map(([, order]) => order)
  const events = [...known, ...(await readOrderEvents(at, others))].sort(compareEvents)
  return { orders: [...orders.values()], events }
}

/**
 * Gives sales whose events name neither seller nor price those of the listing that stood; what was seen paid tells the split where it
 * comes to that price. Where none stood as far as is known, they stay without a seller, at 0.
 */
async function settleFills(at: Statements, fills: readonly OrderEventRow[], written: Promise<unknown>): Promise<void> {
  await written
  await sql`
    update market.order_events fill set seller = terms.seller, price_octas = coalesce(terms.price_octas, 0),
      commission_octas = case when fill.price_octas = terms.price_octas then fill.commission_octas end,
      royalty_octas = case when fill.price_octas = terms.price_octas then fill.royalty_octas end
    from unnest(${fills.map((row) => row.version)}::bigint[], ${fills.map((row) => row.event_index)}::integer[])
      as named (version, event_index)
    join market.order_events f using (version, event_index)
    left join lateral (
      select e.action, e.seller, e.price_octas from market.order_events e
      where e.order_id = f.order_id and e.marketplace = f.marketplace and e.book = f.book
        and (e.version, e.event_index) < (f.version, f.event_index)
      order by e.version desc, e.event_index desc limit 1
    ) as terms on terms.action = 'placed'
    where fill.version = f.version and fill.event_index = f.event_index and fill.seller is null`.execute(at)
}

/** Listings of v2 tokens that change owner, as far as they stood then or later. */
async function readListedThen(at: Statements, batch: readonly IndexedTransaction[]): Promise<readonly OrderKey[]> {
  const moved = batch.flatMap(({ transaction, tokens }) =>
    tokens.ownerships.map(({ tokenDataId }) => ({ tokenDataId, version: transaction.version })),
  )
  if (moved.length === 0) return []
  const { rows } = await sql<OrderKey>`
    select l.marketplace, 'listing' as book, l.listing_id as order_id
    from unnest(${moved.map((each) => each.tokenDataId)}::text[], ${moved.map((each) => each.version)}::bigint[])
      as moved (token_data_id, version)
    join market.listings l on l.token_data_id = moved.token_data_id and l.token_standard = 'v2'
      and (l.state = 'open' or l.last_version >= moved.version)`.execute(at)
  return rows
}

/** In the log and in the activities. */
async function completeCollections(at: Statements, tokens: readonly string[]): Promise<readonly OrderKey[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<OrderKey>`
    with activities as (
      update market.activities a set collection_id = t.collection_id
      from chain.current_token_datas_v2 t
      where a.collection_id is null and a.token_data_id = t.token_data_id and t.token_data_id = any(${tokens}::text[])
    )
    update market.order_events e set collection_id = t.collection_id
    from chain.current_token_datas_v2 t
    where e.collection_id is null and e.token_data_id = t.token_data_id and t.token_data_id = any(${tokens}::text[])
    returning e.marketplace, e.book, e.order_id`.execute(at)
  return rows
}

function uniqueOrders(keys: readonly OrderKey[]): ReadonlyMap<string, OrderKey> {
  return new Map(
    keys.map(({ marketplace, book, order_id }) => [
      `${marketplace}\u0000${book}\u0000${order_id}`,
      { marketplace, book, order_id },
    ]),
  )
}
