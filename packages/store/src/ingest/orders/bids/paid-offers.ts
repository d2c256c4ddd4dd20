import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../driver/pipelining.ts'
import type { OrderKey } from '../touched-orders.ts'
import { ACCEPTS, SENDS_TOKEN_V1 } from './turned-offers.ts'

/** Whether an open pooled offer `o` counts, and why not. */
const VALIDITY = sql`
    case
      when coalesce(v.status, 'active') <> 'active' then 'marketplace-closed'
      when o.expires_at_seconds <= (select settled_micros / 1000000 from market.clock) then 'expired'
      when o.wanted_amount = 0 then 'exhausted'
      when not ${ACCEPTS} and ${SENDS_TOKEN_V1.collection_offers} then 'bidder-refuses'
      when paid.amount = 0 then 'unfunded'
      else 'valid'
    end`

/** Selects the open pooled offers of a source whose row is not what they are now: how many items the pool pays, and whether they count. */
const wrongSql = (source: RawBuilder<unknown>) => sql`
  select * from (
    select o.marketplace, o.offer_id, o.collection_id, o.price_octas, paid.amount, ${VALIDITY} as validity,
      o.remaining_amount as stored_amount, o.validity as stored_validity
    from ${source} o
    left join market.marketplaces v on v.marketplace = o.marketplace
    left join market.bid_pools p on p.marketplace = o.marketplace and p.wallet = o.buyer
    cross join lateral (
      select least(o.wanted_amount, div(coalesce(p.balance_octas, 0), greatest(o.price_octas, 1))) as amount
    ) paid
    where o.state = 'open' and o.is_pooled offset 0
  ) now where (stored_amount, stored_validity) is distinct from (amount, validity)`

/** Open pooled offers of a wallet. */
const pooledOf = (wallet: RawBuilder<unknown>) =>
  sql`(select * from market.collection_offers where buyer = ${wallet} and state = 'open' and is_pooled)`

/**
 * Pooled offers of one wallet that are computed again in the batch that changes its pool; those of wallets with more follow in parts. Each
 * may be on a collection of its own, whose change is a message to every page that lists collections.
 */
const MAX_PAID_OFFERS = 10
/** Those of all wallets of a batch: one transaction can change the pools of a thousand objects. Wallets with the fewest come first. */
const MAX_PAID_IN_BATCH = 50

/** Changes of open offers by pools that changed. */
export interface PaidOffers {
  /** Wallets whose offers are computed again now. */
  readonly wallets: readonly string[]
  /** Collections of the offers that change. */
  readonly collections: readonly string[]
  /** Wallets whose pooled offers are computed again in parts: they have many, or the batch changes the pools of many. */
  readonly due: readonly string[]
}

/**
 * Reads the offers to compute again after the pools or accounts of wallets have changed. Reads at most as many of a wallet as one batch
 * computes: one octa more or less may change a thousand.
 */
export async function readPaidOffers(db: Executor, wallets: readonly string[]): Promise<PaidOffers> {
  const asked = [...new Set(wallets)]
  if (asked.length === 0) return { wallets: [], collections: [], due: [] }
  const { rows } = await sql<{ wallet: string | null; is_due: boolean | null; collection_id: string | null }>`
    with counted as materialized (
      select wallet, (select count(*) from (
        select from market.collection_offers o where o.buyer = wallet and o.state = 'open' and o.is_pooled limit ${MAX_PAID_OFFERS + 1}
      ) few) as offers
      from unnest(${asked}::text[]) as asked (wallet)
    ), shared as materialized (
      select wallet, offers > ${MAX_PAID_OFFERS} or sum(offers) over (order by offers, wallet) > ${MAX_PAID_IN_BATCH} as is_due
      from counted where offers > 0
    )
    select wallet, is_due, null as collection_id from shared
    union all
    select null, null, wrong.collection_id from shared
    cross join lateral (select collection_id from (${wrongSql(pooledOf(sql`shared.wallet`))}) one offset 0) wrong
    where not shared.is_due`.execute(db)
  const walletsThat = (isDue: boolean) => rows.flatMap((row) => (row.is_due === isDue ? (row.wallet ?? []) : []))
  return {
    wallets: walletsThat(false),
    collections: [...new Set(rows.flatMap((row) => row.collection_id ?? []))],
    due: walletsThat(true),
  }
}

/** Adds wallets whose pooled offers are computed again in parts. */
export async function addPoolsDue(db: Executor, wallets: readonly string[]): Promise<void> {
  await sql`insert into market.pools_due (wallet) select unnest(${wallets}::text[]) on conflict do nothing`.execute(db)
}

/** An offer on tokens of a collection. */
export interface PaidOffer extends OrderKey {
  readonly collection_id: string
}

/** Reads some of a wallet's pooled offers that are not what its pool pays, best price first. */
export async function readOffersToPay(db: Executor, wallet: string, limit: number): Promise<readonly PaidOffer[]> {
  const { rows } = await sql<PaidOffer>`
    select marketplace, 'collection-offer' as book, offer_id as order_id, collection_id
    from (${wrongSql(pooledOf(sql`${wallet}`))}) wrong order by price_octas desc, offer_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Updates how many items pools pay and whether offers count, of the given orders and of all pooled offers of the given wallets.
 * @param orders null: all.
 */
export function settlePaidOffers(
  db: Executor,
  orders: readonly OrderKey[] | null,
  wallets: readonly string[] = [],
): readonly Promise<unknown>[] {
  const offers = orders?.filter(({ book }) => book === 'collection-offer')
  if (offers?.length === 0 && wallets.length === 0) return []
  const sources = offers === undefined ? [sql`market.collection_offers`] : [givenSql(offers), ofWalletsSql(wallets)]
  return [
    sql`
      update market.collection_offers offer set remaining_amount = now.amount, validity = now.validity
      from (${sql.join(sources.map(wrongSql), sql` union `)}) now
      where offer.marketplace = now.marketplace and offer.offer_id = now.offer_id`.execute(db),
  ]
}

/** The offers are looked up one by one: joined, the planner may read all pooled offers of the market. */
function givenSql(offers: readonly OrderKey[]): RawBuilder<unknown> {
  return sql`(select found.* from unnest(${offers.map((order) => order.marketplace)}::text[],
    ${offers.map((order) => order.order_id)}::text[]) as given (marketplace, offer_id)
    cross join lateral (select * from market.collection_offers stored
      where stored.marketplace = given.marketplace and stored.offer_id = given.offer_id offset 0) found)`
}

function ofWalletsSql(wallets: readonly string[]): RawBuilder<unknown> {
  return sql`(select found.* from unnest(${wallets}::text[]) as given (wallet)
    cross join lateral ${pooledOf(sql`given.wallet`)} found)`
}
