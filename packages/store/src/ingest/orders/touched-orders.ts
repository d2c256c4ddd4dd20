import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { clockPhase } from '../stream/clock.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { advanceRefusals } from './bids/refused-bids.ts'
import { readDueOrders } from './due-orders.ts'
import { listingOfOwner } from './listing-of-owner.ts'
import { orderLogPhase } from './order-log.ts'
import { deleteUnsettled } from './unsettled-orders.ts'

/** Names one order. */
export interface OrderKey {
  readonly marketplace: string
  readonly book: string
  readonly order_id: string
}

/** Returns a key of an order, unique among those of all books. */
export function keyOf({ marketplace, book, order_id }: OrderKey): string {
  return `${marketplace}\u0000${book}\u0000${order_id}`
}

/** An order that has to be folded again. */
export interface TouchedOrder extends OrderKey {
  /** Version of the first change: what was folded from events before it still holds. 0: nothing does. */
  readonly since: bigint
  /** Time of that version; of an order that nothing but time has changed, the time of that. */
  readonly since_micros: bigint
}

/**
 * Finds the orders that have to be folded again: those of the batch's events, those of tokens whose collection has become
 * known with the batch, listings of tokens whose owner it changes or whose terms say something else by now, and some bids of wallets that
 * have ceased to accept tokens. Completes what was logged of the former, and deletes the notes on those that could not be written as time changed them.
 */
export const touchedOrdersPhase = definePhase({
  name: 'touched-orders',
  needs: { decoded: decodePhase, logged: orderLogPhase, nowMicros: clockPhase },
  reads: [
    'market.order_events',
    'market.ownership_events',
    'market.marketplaces',
    'market.refusals_due',
    'market.unsettled_orders',
    'chain.current_token_datas_v2',
  ],
  readsBefore: ['market.listings', 'market.collection_offers', 'market.activities'],
  writes: ['market.order_events', 'market.activities', 'market.refusals_due', 'market.unsettled_orders'],
  read: async (db, { batch, decoded: { transactions }, logged, nowMicros }) => {
    const described = transactions.flatMap(({ tokens }) => tokens.tokenDatas.map((data) => data.tokenDataId))
    const unplaced = logged.filter((row) => row.collection_id === null).flatMap((row) => row.token_data_id ?? [])
    const tokens = [...new Set<string>([...described, ...unplaced])]
    const [incomplete, moved, due] = await Promise.all([
      readIncompleteOrders(db, tokens),
      readMovedListings(db, transactions),
      batch.due ?? readDueOrders(db, toSeconds(nowMicros)),
    ])
    return { tokens, incomplete, moved, due }
  },
  compute: ({ logged }, { tokens, incomplete, moved, due }) => ({
    tokens,
    orders: uniqueOrders([...logged.map(toTouched), ...incomplete, ...moved, ...due.orders]),
    refusals: due.progress,
  }),
  write: (db, { tokens, orders, refusals }) => [
    completeCollections(db, tokens),
    ...advanceRefusals(db, refusals),
    ...(orders.length > 0 ? [deleteUnsettled(db, orders)] : []),
  ],
})

/** Returns the order of an event in the log. */
function toTouched({ marketplace, book, order_id, version, at_micros }: OrderEventRow): TouchedOrder {
  return { marketplace, book, order_id, since: version, since_micros: at_micros }
}

/**
 * Reads the listings that changed owners of v2 tokens affect: a listing that gets or loses its token, those that depend on a seller who does, and
 * for the first known owner of a token all that assumed another. The others are not read, as a token may have any number of open listings. A
 * listing that owns its token for the first time is folded from its first event: until then its seller had to own the token.
 */
async function readMovedListings(
  db: Executor,
  transactions: readonly IndexedTransaction[],
): Promise<readonly TouchedOrder[]> {
  const moved = transactions.flatMap(({ transaction: { version, timestampMicros: micros }, tokens }) =>
    tokens.ownerships.flatMap(({ tokenDataId, ownerAddress, tokenStandard }) =>
      tokenStandard === 'v2' ? [{ tokenDataId, ownerAddress, version, micros }] : [],
    ),
  )
  if (moved.length === 0) return []
  // A scalar subquery, so that it is one index probe for each row: the planner cannot join it.
  const neverOwned = (isWanted: RawBuilder<unknown>) => sql`(select true from market.ownership_events o
    where o.token_data_id = moved.token_data_id and o.property_version = 0 and ${isWanted} limit 1) is null`
  const isBefore = sql`o.version < moved.version`
  const { rows } = await sql<TouchedOrder>`
    with moved as materialized (
      select moved.*, ${neverOwned(isBefore)} as is_first_known from (
        select token_data_id, owner, min(version) as version, min(micros) as micros
        from unnest(${moved.map((each) => each.tokenDataId)}::text[], ${moved.map((each) => each.ownerAddress)}::text[],
          ${moved.map((each) => each.version)}::bigint[], ${moved.map((each) => each.micros)}::bigint[])
          as moved (token_data_id, owner, version, micros)
        group by token_data_id, owner
      ) moved
    )
    select l.marketplace, 'listing' as book, l.listing_id as order_id,
      min(case when l.is_first then 0 else moved.version end) as since,
      min(case when l.is_first then 0 else moved.micros end) as since_micros
    from moved
    cross join lateral (
      select l.marketplace, l.listing_id, l.is_first from (
        select l.*, ${neverOwned(sql`o.owner_address = l.listing_id and ${isBefore}`)} as is_first
        from ${listingOfOwner(sql`moved.owner`)} l
      ) l where l.token_data_id = moved.token_data_id and (l.state = 'open' or l.is_first)
      union all
      select l.marketplace, l.listing_id, false from (
        select * from market.listings where depends_on_seller is not false
          and seller || ' ' || token_data_id = moved.owner || ' ' || moved.token_data_id offset 0
      ) l
      union all
      select l.marketplace, l.listing_id, false from (
        select * from market.listings
        where token_data_id = moved.token_data_id and state = 'open' and moved.is_first_known offset 0
      ) l
      union all
      select l.marketplace, l.listing_id, false from market.listings l
      where l.token_data_id = moved.token_data_id and l.token_standard = 'v2' and l.last_version >= moved.version
    ) l
    group by l.marketplace, l.listing_id`.execute(db)
  return rows
}

/** Reads orders of tokens whose collection was not known when their events were logged, and is now. */
async function readIncompleteOrders(db: Executor, tokens: readonly string[]): Promise<readonly TouchedOrder[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<TouchedOrder>`
    select e.marketplace, e.book, e.order_id, min(e.version) as since, min(e.at_micros) as since_micros
    from market.order_events e join chain.current_token_datas_v2 t on t.token_data_id = e.token_data_id
    where e.collection_id is null and e.token_data_id = any(${tokens}::text[])
    group by e.marketplace, e.book, e.order_id`.execute(db)
  return rows
}

/**
 * Completes the log and the activities by the collections of tokens.
 * @param tokens null: all.
 */
export async function completeCollections(db: Executor, tokens: readonly string[] | null): Promise<void> {
  if (tokens?.length === 0) return
  const isWanted = tokens === null ? sql`true` : sql`t.token_data_id = any(${tokens}::text[])`
  await sql`
    with activities as (
      update market.activities a set collection_id = t.collection_id
      from chain.current_token_datas_v2 t
      where a.collection_id is null and a.token_data_id = t.token_data_id and ${isWanted}
    )
    update market.order_events e set collection_id = t.collection_id
    from chain.current_token_datas_v2 t
    where e.collection_id is null and e.token_data_id = t.token_data_id and ${isWanted}`.execute(db)
}

/** Returns each order once, with its first change. */
function uniqueOrders(touched: readonly TouchedOrder[]): readonly TouchedOrder[] {
  const unique = new Map<string, TouchedOrder>()
  for (const order of touched) {
    const key = keyOf(order)
    const other = unique.get(key)
    if (other === undefined || order.since < other.since) unique.set(key, order)
  }
  return [...unique.values()]
}
