import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../driver/pipelining.ts'
import { HELD_FOR_MICROS } from '../schema/orders.ts'

/**
 * Bounds of what sets of tokens may take. A set costs 16 KiB and 40 bytes for each of its tokens (`cost` of `account.token_sets`).
 * @source docs/decisions/2026-11-28-shares-of-token-sets.md
 */
export interface SetBounds {
  /** Bytes of the sets that open offers name or have named. */
  readonly namedCost: number
  /** Number of such sets of a collection: who reads the bids on a token looks at each that it is in. */
  readonly namedOfCollection: number
  /** Bytes of the sets that no offer has named yet. */
  readonly unnamedCost: number
  /** Bytes of those of one client; a site has the shares of some. */
  readonly unnamedCostOfClient: number
  readonly clientsOfSite: number
  /** Number of those of a collection. */
  readonly unnamedOfCollection: number
  /** Seconds after which a set makes way that no offer has named. */
  readonly unnamedSeconds: number
}

const MIB = 1024 * 1024

/** Limits of a store. */
export const SET_BOUNDS: SetBounds = {
  namedCost: 256 * MIB,
  namedOfCollection: 500,
  unnamedCost: 128 * MIB,
  unnamedCostOfClient: 4 * MIB,
  clientsOfSite: 8,
  unnamedOfCollection: 500,
  unnamedSeconds: 3_600,
}

/** Part of their bound that is left of named sets when they make way: else each new set would have all of them compared. */
const LEFT = 0.9

/** An open offer `o` that names the set `s`. Word for word the condition of an index. */
const NAMES = sql`o.set_root = s.root and o.collection_id = s.collection_id and o.state = 'open' and o.validity <> 'expired'
  and o.set_root is not null`

/** Whether the set `s` is in no share: offers name it, or have named it. */
const IS_SETTLED = sql`not exists (select from account.token_set_announcements a where a.root = s.root)`

/** Deletes sets beyond the bounds, as a set of a collection has been announced. */
export async function evictTokenSets(db: Executor, collectionId: string, bounds: SetBounds): Promise<void> {
  await sql`
    delete from account.token_set_announcements a using account.token_sets s
    where s.root = a.root and exists (select from market.collection_offers o where ${NAMES})`.execute(db)
  await evictUnnamed(db, bounds)
  const { rows } = await sql<{ readonly cost: bigint; readonly count: bigint }>`
    select coalesce(sum(cost), 0) as cost, count(*) filter (where collection_id = ${collectionId}) as count
    from account.token_sets s where ${IS_SETTLED}`.execute(db)
  const [{ cost, count } = { cost: 0n, count: 0n }] = rows
  if (count > BigInt(bounds.namedOfCollection))
    await evictNamed(db, sql`s.collection_id = ${collectionId}`, sql`place > ${bounds.namedOfCollection}`)
  if (cost > BigInt(bounds.namedCost)) await evictNamed(db, sql`true`, sql`total > ${bounds.namedCost * LEFT}`)
}

/**
 * Deletes announcements that no offer has named within their time, and those beyond the shares of their clients and sites, of each the oldest
 * first. Where the space of all is taken, those who have most make way: `share` is what a client has announced since a set, itself included.
 * A set that several have announced counts for each of them, and stays until the last of these is deleted.
 */
async function evictUnnamed(db: Executor, bounds: SetBounds): Promise<void> {
  const oldest = sql`clock_timestamp() - make_interval(secs => ${bounds.unnamedSeconds})`
  const { rows } = await sql<{ readonly root: string }>`
    with of_client as (
      select a.root, a.client, a.site, s.collection_id, s.cost,
        sum(s.cost) over (partition by a.client order by a.announced_at desc, a.root) as share
      from account.token_set_announcements a join account.token_sets s using (root) where a.announced_at >= ${oldest}
    ), of_site as (
      select root, client, collection_id, cost, greatest(share,
        sum(cost) over (partition by site order by share, root, client) / ${bounds.clientsOfSite}::numeric) as share
      from of_client
    ), placed as (
      select root, client, share, sum(cost) over (order by share, root, client) as total,
        row_number() over (partition by collection_id order by share, root, client) as place
      from of_site
    )
    delete from account.token_set_announcements where announced_at < ${oldest} or (root, client) in (
      select root, client from placed where share > ${bounds.unnamedCostOfClient} or total > ${bounds.unnamedCost}
        or place > ${bounds.unnamedOfCollection}
    ) returning root`.execute(db)
  if (rows.length === 0) return
  await sql`
    delete from account.token_sets s where s.root = any(${rows.map(({ root }) => root)}::text[]) and ${IS_SETTLED}`.execute(
    db,
  )
}

/**
 * Deletes named sets beyond a bound. The bidders who store most for each octa in their pools make way first, so that splitting a pool, or
 * the bids on it, gains nothing; a set of several bidders counts for the one with the best claim. An octa counts once the pool has held it for
 * an hour. Sets that offers no longer name go before all others.
 * @param scope of the sets `s` that are compared.
 * @param isBeyond whether one makes way, by its `place` among them and the `total` cost up to it.
 */
async function evictNamed(db: Executor, scope: RawBuilder<unknown>, isBeyond: RawBuilder<unknown>): Promise<void> {
  await sql`
    with named as materialized (
      select s.root, s.cost, o.marketplace, o.buyer from account.token_sets s
      cross join lateral (select distinct o.marketplace, o.buyer from market.collection_offers o where ${NAMES}) o
      where ${IS_SETTLED} and ${scope}
    ), bidder as (
      select named.marketplace, named.buyer, sum(cost) / greatest(coalesce(max(${HELD_OCTAS}), 0), 1) as cost_of_octa
      from named left join market.bid_pools p on p.marketplace = named.marketplace and p.wallet = named.buyer
      left join market.pools_raised r on r.marketplace = p.marketplace and r.wallet = p.wallet
        and r.raised_at_micros > (select settled_micros from market.clock) - ${HELD_FOR_MICROS}::bigint
      group by 1, 2
    ), claim as (
      select root, min(cost_of_octa) as cost_of_octa from named join bidder using (marketplace, buyer) group by root
    ), placed as (
      select s.root, row_number() over better as place, sum(s.cost) over better as total
      from account.token_sets s left join claim using (root) where ${IS_SETTLED} and ${scope}
      window better as (order by claim.cost_of_octa nulls last, s.announced_at desc, s.root)
    )
    delete from account.token_sets where root in (select root from placed where ${isBeyond})`.execute(db)
}

/** Octas that a pool `p` has held for an hour; `r` is its row of `market.pools_raised`, if it had a deposit within the last hour. */
const HELD_OCTAS = sql`coalesce(r.held_octas, p.balance_octas)`
