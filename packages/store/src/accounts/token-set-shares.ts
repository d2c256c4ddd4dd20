import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../driver/pipelining.ts'

/**
 * Bounds of what sets of tokens may take. A set counts 16 KiB and 40 bytes for each of its tokens (`cost` of `account.token_sets`).
 * @source docs/decisions/2026-11-28-shares-of-token-sets.md
 */
export interface SetBounds {
  /** Cost of the sets that open offers name or have named. */
  readonly namedCost: number
  /** Number of such sets of a collection: who reads the bids on a token looks at each that it is in. */
  readonly namedOfCollection: number
  /** Cost of the sets that no offer has named yet. */
  readonly unnamedCost: number
  /** Cost of those of one client; a site has the shares of some. */
  readonly unnamedCostOfClient: number
  readonly clientsOfSite: number
  /** Number of those of a collection. */
  readonly unnamedOfCollection: number
  /** Seconds after which a set makes way that no offer has named. */
  readonly unnamedSeconds: number
}

const MIB = 1024 * 1024

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

/** Deletes sets beyond the bounds, as a set of a collection has been added. */
export async function evictTokenSets(db: Executor, collectionId: string, bounds: SetBounds): Promise<void> {
  await sql`
    update account.token_sets s set client = null, site = null
    where s.client is not null and exists (select from market.collection_offers o where ${NAMES})`.execute(db)
  await evictUnnamed(db, bounds)
  const { rows } = await sql<{ readonly cost: bigint; readonly count: bigint }>`
    select coalesce(sum(cost), 0) as cost, count(*) filter (where collection_id = ${collectionId}) as count
    from account.token_sets where client is null`.execute(db)
  const [{ cost, count } = { cost: 0n, count: 0n }] = rows
  if (count > BigInt(bounds.namedOfCollection))
    await evictNamed(db, sql`s.collection_id = ${collectionId}`, sql`place > ${bounds.namedOfCollection}`)
  if (cost > BigInt(bounds.namedCost)) await evictNamed(db, sql`true`, sql`total > ${bounds.namedCost * LEFT}`)
}

/**
 * Deletes sets that no offer has named within their time, and those beyond the shares of their clients and sites, of each the oldest first.
 * Where the space of all is taken, those who have most make way: `share` is what a client has stored since a set, itself included.
 */
async function evictUnnamed(db: Executor, bounds: SetBounds): Promise<void> {
  await sql`
    delete from account.token_sets
    where client is not null and announced_at < clock_timestamp() - make_interval(secs => ${bounds.unnamedSeconds})`.execute(
    db,
  )
  await sql`
    with of_client as (
      select root, collection_id, cost, site, sum(cost) over (partition by client order by announced_at desc, root) as share
      from account.token_sets where client is not null
    ), of_site as (
      select root, collection_id, cost,
        greatest(share, sum(cost) over (partition by site order by share, root) / ${bounds.clientsOfSite}::numeric) as share
      from of_client
    ), placed as (
      select root, share, sum(cost) over (order by share, root) as total,
        row_number() over (partition by collection_id order by share, root) as place
      from of_site
    )
    delete from account.token_sets where root in (
      select root from placed where share > ${bounds.unnamedCostOfClient} or total > ${bounds.unnamedCost}
        or place > ${bounds.unnamedOfCollection}
    )`.execute(db)
}

/**
 * Deletes named sets beyond a bound. The bidders who store most for each octa in their pools make way first, so that splitting a pool, or
 * the bids on it, gains nothing; a set of several bidders counts for the one with the best claim. Sets that offers no longer name go before
 * all others.
 * @param scope of the sets `s` that are compared.
 * @param isBeyond whether one makes way, by its `place` among them and the `total` cost up to it.
 */
async function evictNamed(db: Executor, scope: RawBuilder<unknown>, isBeyond: RawBuilder<unknown>): Promise<void> {
  await sql`
    with named as materialized (
      select s.root, s.cost, o.marketplace, o.buyer from account.token_sets s
      cross join lateral (select distinct o.marketplace, o.buyer from market.collection_offers o where ${NAMES}) o
      where s.client is null and ${scope}
    ), bidder as (
      select named.marketplace, named.buyer, sum(cost) / greatest(coalesce(max(p.balance_octas), 0), 1) as cost_of_octa
      from named left join market.bid_pools p on p.marketplace = named.marketplace and p.wallet = named.buyer group by 1, 2
    ), claim as (
      select root, min(cost_of_octa) as cost_of_octa from named join bidder using (marketplace, buyer) group by root
    ), placed as (
      select s.root, row_number() over better as place, sum(s.cost) over better as total
      from account.token_sets s left join claim using (root) where s.client is null and ${scope}
      window better as (order by claim.cost_of_octa nulls last, s.announced_at desc, s.root)
    )
    delete from account.token_sets where root in (select root from placed where ${isBeyond})`.execute(db)
}
