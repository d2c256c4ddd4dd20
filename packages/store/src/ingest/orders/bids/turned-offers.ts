import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../driver/pipelining.ts'
import type { OrderEventRow } from '../../../schema/orders.ts'
import type { TokenStoreRow } from '../../../schema/tokens.ts'
import type { OrderKey } from '../touched-orders.ts'

/**
 * Reads the first moment since its placing at which the bidder of an offer did not accept what our own marketplace would send; by
 * {@link orderKeyOf}.
 */
export async function readRefusals(
  db: Executor,
  placings: readonly OrderEventRow[],
): Promise<ReadonlyMap<string, bigint>> {
  if (placings.length === 0) return new Map()
  const { rows } = await sql<{ marketplace: string; order_id: string; at_micros: bigint }>`
    select bid.marketplace, bid.order_id, refused.at_micros
    from unnest(${placings.map((row) => row.marketplace)}::text[], ${placings.map((row) => row.order_id)}::text[],
      ${placings.map((row) => row.collection_id)}::text[], ${placings.map((row) => row.buyer)}::text[],
      ${placings.map((row) => row.version)}::bigint[]) as bid (marketplace, order_id, collection_id, buyer, version)
    join market.marketplaces v on v.marketplace = bid.marketplace and v.is_native
    join chain.current_collections_v2 c on c.collection_id = bid.collection_id and c.token_standard = 'v1'
    cross join lateral (
      select t.at_micros from market.token_store_turns t
      where t.wallet = bid.buyer and not t.accepts_transfers and t.version >= coalesce((
        select p.version from market.token_store_turns p where p.wallet = bid.buyer and p.version <= bid.version
        order by p.version desc limit 1), 0)
      order by t.version limit 1
    ) refused`.execute(db)
  return new Map(rows.map((row) => [orderKeyOf(row), row.at_micros]))
}

/** Returns a key of an order, unique among those of one book. */
export function orderKeyOf({ marketplace, order_id }: Pick<OrderEventRow, 'marketplace' | 'order_id'>): string {
  return `${marketplace}\u0000${order_id}`
}

/**
 * Conditions that selling into an offer `o` sends a v1 token to the bidder: our own contract does, others are not known to.
 * @source contracts/marketplace/sources/token_offer.move, collection_offer.move
 */
export const SENDS_TOKEN_V1: Readonly<Record<'token_offers' | 'collection_offers', RawBuilder<boolean>>> = {
  token_offers: sql`o.token_standard = 'v1' and exists (
    select from market.marketplaces v where v.marketplace = o.marketplace and v.is_native)`,
  collection_offers: sql`exists (select from market.marketplaces v where v.marketplace = o.marketplace and v.is_native)
    and exists (select from chain.current_collections_v2 c where c.collection_id = o.collection_id and c.token_standard = 'v1')`,
}

/** Whether the bidder of an offer `o` accepts v1 tokens that are sent to it. */
export const ACCEPTS = sql`coalesce((select s.accepts_transfers from market.token_stores s where s.wallet = o.buyer), true)`

/** As {@link SENDS_TOKEN_V1}, without pooled offers: their validity is settled together with what their pool pays. */
const TURNS = {
  token_offers: SENDS_TOKEN_V1.token_offers,
  collection_offers: sql`not o.is_pooled and ${SENDS_TOKEN_V1.collection_offers}`,
}

/**
 * Largest number of offers that change in a batch as their bidders' stores close or open, those of the wallets with the fewest first; others
 * change in parts. One transaction can close the stores of a thousand objects, and each offer may be on a collection of its own, whose change
 * is a message to every page that lists collections.
 */
const MAX_TURNED_OFFERS = 20

/** Changes of open offers that opened or closed stores cause. */
export interface TurnedOffers {
  /** Collections of offers that change in this batch; null for an unknown one. */
  readonly collections: readonly (string | null)[]
  /** Wallets whose offers change in parts. */
  readonly due: readonly string[]
}

/** Reads which open offers' validity the given rows change: anyone can close and open their account again and again. */
export async function readTurnedOffers(db: Executor, stores: readonly TokenStoreRow[]): Promise<TurnedOffers> {
  if (stores.length === 0) return { collections: [], due: [] }
  const turned = (table: keyof typeof TURNS) => sql`
    from market.${sql.raw(table)} o where o.buyer = turned.wallet and o.state = 'open'
      and o.validity = case when turned.accepts then 'bidder-refuses' else 'valid' end and ${TURNS[table]}`
  const count = (table: keyof typeof TURNS) =>
    sql`(select count(*) from (select ${turned(table)} limit ${MAX_TURNED_OFFERS + 1}) few)`
  const collectionsOf = (table: keyof typeof TURNS) => sql`
    select null as due, o.collection_id from counted turned
    cross join lateral (select o.collection_id ${turned(table)}) o where not turned.has_many`
  const { rows } = await sql<{ due: string | null; collection_id: string | null }>`
    with counted as materialized (
      select *, sum(offers) over (order by offers, wallet) > ${MAX_TURNED_OFFERS} as has_many from (
        select turned.*, ${count('token_offers')} + ${count('collection_offers')} as offers
        from unnest(${stores.map((row) => row.wallet)}::text[], ${stores.map((row) => row.accepts_transfers)}::boolean[])
          as turned (wallet, accepts)
      ) turned
    )
    ${collectionsOf('token_offers')} union ${collectionsOf('collection_offers')}
    union select wallet, null from counted where has_many`.execute(db)
  return {
    collections: rows.flatMap((row) => (row.due === null ? [row.collection_id] : [])),
    due: rows.flatMap((row) => row.due ?? []),
  }
}

/** Adds wallets whose offers turn in parts. */
export async function addBiddersDue(db: Executor, wallets: readonly string[]): Promise<void> {
  await sql`insert into market.bidders_due (wallet) select unnest(${wallets}::text[]) on conflict do nothing`.execute(
    db,
  )
}

/** An offer, and its collection if that is known. */
export interface OfferToTurn extends OrderKey {
  readonly collection_id: string | null
}

/** Reads some of a wallet's open offers whose validity is not what its account says. */
export async function readOffersToTurn(db: Executor, wallet: string, limit: number): Promise<readonly OfferToTurn[]> {
  const wrong = (book: string, table: keyof typeof TURNS) => sql`
    (select o.marketplace, ${sql.lit(book)} as book, o.offer_id as order_id, o.collection_id from market.${sql.raw(table)} o
      where o.buyer = ${wallet} and o.state = 'open'
        and o.validity = case when ${ACCEPTS} then 'bidder-refuses' else 'valid' end and ${TURNS[table]}
      limit ${limit})`
  const { rows } = await sql<OfferToTurn>`
    ${wrong('token-offer', 'token_offers')} union all ${wrong('collection-offer', 'collection_offers')}`.execute(db)
  return rows
}

/**
 * Validity of an offer `o` after only its bidder's acceptance of the token has changed. The offer may have expired without being marked so: if it
 * expired before the bidder ceased to accept tokens, it is expired.
 */
const TURNED_VALIDITY = sql`case
      when ${ACCEPTS} then case
        when o.expires_at_seconds <= (select settled_micros / 1000000 from market.clock) then 'expired' else 'valid' end
      when o.expires_at_seconds * 1000000 < (
        select t.at_micros from market.token_store_turns t where t.wallet = o.buyer order by t.version desc limit 1) then 'expired'
      else 'bidder-refuses' end`

/** Updates the validity of the given offers, and of all open ones of the given wallets, by whether the bidder accepts the token. */
export function settleRefusals(
  db: Executor,
  orders: readonly OrderKey[],
  wallets: readonly string[],
): readonly Promise<unknown>[] {
  const offers = orders.filter((order) => order.book !== 'listing')
  if (offers.length === 0 && wallets.length === 0) return []
  // Given offers are looked up by key only: with their state, or in a join, the planner may compare each with every open offer.
  const settle = (table: keyof typeof TURNS, returned: RawBuilder<unknown>) => {
    const isTurned = sql`o.state = 'open' and o.validity = case when ${ACCEPTS} then 'bidder-refuses' else 'valid' end and ${TURNS[table]}`
    const all = sql.raw(`market.${table}`)
    return sql`
    update ${all} o set validity = ${TURNED_VALIDITY}
    from (
      select o.marketplace, o.offer_id from unnest(${offers.map((order) => order.marketplace)}::text[],
        ${offers.map((order) => order.order_id)}::text[]) as given (marketplace, offer_id)
      cross join lateral (
        select * from ${all} k where k.marketplace = given.marketplace and k.offer_id = given.offer_id offset 0
      ) o where ${isTurned}
      union
      select o.marketplace, o.offer_id from ${all} o where o.buyer = any(${wallets}::text[]) and ${isTurned}
    ) turned
    where o.marketplace = turned.marketplace and o.offer_id = turned.offer_id ${returned}`
  }
  return [
    sql`with settled as (${settle('token_offers', sql`returning o.token_data_id, o.collection_id`)})
      insert into market.token_list_item_queue (token_data_id, collection_id)
      select token_data_id, collection_id from settled`.execute(db),
    settle('collection_offers', sql``).execute(db),
  ]
}
