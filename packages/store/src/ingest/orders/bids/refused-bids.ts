import { sql } from 'kysely'
import type { Executor } from '../../../driver/pipelining.ts'
import type { TokenStoreTurnRow } from '../../../schema/tokens.ts'
import type { TouchedOrder } from '../touched-orders.ts'

/** Bids that are folded again in one batch as their bidders cease to accept tokens: each may be on a collection of its own. */
const MAX_REFUSED = 50

/**
 * Queues changes by which bidders cease to accept tokens, where they have placed bids since they last did. An account that is closed and
 * opened again and again costs nothing more.
 */
export async function addRefusalsDue(db: Executor, turns: readonly TokenStoreTurnRow[]): Promise<void> {
  const refusing = turns.filter(({ accepts_transfers }) => !accepts_transfers)
  if (refusing.length === 0) return
  await sql`
    insert into market.refusals_due (wallet, version, at_micros, placed_version, offer_id)
    select refused.wallet, refused.version, refused.at_micros, last.version, ''
    from unnest(${refusing.map((row) => row.wallet)}::text[], ${refusing.map((row) => row.version)}::bigint[],
      ${refusing.map((row) => row.at_micros)}::bigint[]) as refused (wallet, version, at_micros)
    cross join lateral (
      select coalesce((
        select t.version from market.token_store_turns t
        where t.wallet = refused.wallet and t.version < refused.version and not t.accepts_transfers
        order by t.version desc limit 1), 0) as version offset 0
    ) last
    where exists (
      select from market.collection_offers o
      where o.buyer = refused.wallet and not o.is_pooled and o.placed_version >= last.version)
    on conflict do nothing`.execute(db)
}

/** The next bid behind a queued change, unless none is left. */
interface RefusedBid {
  readonly wallet: string
  readonly version: bigint
  readonly at_micros: bigint
  readonly marketplace: string | null
  readonly offer_id: string | null
  readonly placed_version: bigint | null
  /** Whether it can be open at or after the change, on a marketplace that sends tokens. */
  readonly is_touched: boolean
  /** Bids of this change that were found, at most {@link MAX_REFUSED}. */
  readonly found: number
}

/** The next bids that end as their bidders cease to accept tokens. */
export interface RefusedBids {
  readonly orders: readonly TouchedOrder[]
  readonly progress: readonly RefusalProgress[]
}

/** A queued change, with its last bid that is done; null once all are. */
export interface RefusalProgress {
  readonly wallet: string
  readonly version: bigint
  readonly last: { readonly placed_version: bigint; readonly offer_id: string } | null
}

/** Reads the next bids behind queued changes, in turns of these and the longest due first. */
export async function readRefusedBids(db: Executor): Promise<RefusedBids> {
  const { rows } = await sql<RefusedBid>`
    select wallet, version, at_micros, marketplace, offer_id, placed_version, coalesce(is_touched, false) as is_touched, found
    from (
      select due.wallet, due.version, due.at_micros, due.turn, bid.marketplace, bid.offer_id, bid.placed_version, bid.is_touched,
        row_number() over of_change as number, (count(bid.offer_id) over (partition by due.turn))::int as found
      from (select * from market.refusals_due order by turn limit ${MAX_REFUSED}) due
      left join lateral (
        select o.marketplace, o.offer_id, o.placed_version, (o.state = 'open' or o.last_version >= due.version)
          and exists (select from market.marketplaces v where v.marketplace = o.marketplace and v.is_native) as is_touched
        from market.collection_offers o
        where o.buyer = due.wallet and not o.is_pooled and (o.placed_version, o.offer_id) > (due.placed_version, due.offer_id)
        order by o.placed_version, o.offer_id limit ${MAX_REFUSED}
      ) bid on true
      window of_change as (partition by due.turn order by bid.placed_version, bid.offer_id)
    ) bids
    order by number, turn limit ${MAX_REFUSED}`.execute(db)
  const orders = rows.flatMap(({ marketplace, offer_id, is_touched, version, at_micros }): readonly TouchedOrder[] =>
    marketplace === null || offer_id === null || !is_touched
      ? []
      : [{ marketplace, book: 'collection-offer', order_id: offer_id, since: version, since_micros: at_micros }],
  )
  const changes = Map.groupBy(rows, ({ wallet, version }) => `${wallet} ${version}`).values()
  return { orders, progress: [...changes].flatMap(toProgress) }
}

function toProgress(bids: readonly RefusedBid[]): readonly RefusalProgress[] {
  const bid = bids.at(-1)
  if (bid === undefined) return []
  const { wallet, version, found, placed_version, offer_id } = bid
  const areAll = found < MAX_REFUSED && bids.length >= found
  const last = areAll || placed_version === null || offer_id === null ? null : { placed_version, offer_id }
  return [{ wallet, version, last }]
}

/** Takes changes off the queue whose bids are done, and sends others to its end. */
export function advanceRefusals(db: Executor, progress: readonly RefusalProgress[]): readonly Promise<unknown>[] {
  if (progress.length === 0) return []
  return [
    sql`
      delete from market.refusals_due d using unnest(${progress.map(({ wallet }) => wallet)}::text[],
        ${progress.map(({ version }) => version)}::bigint[], ${progress.map(({ last }) => last === null)}::boolean[])
        as done (wallet, version, are_all)
      where d.wallet = done.wallet and d.version = done.version and done.are_all`.execute(db),
    sql`
      update market.refusals_due d set placed_version = done.placed_version, offer_id = done.offer_id, turn = default
      from unnest(${progress.map(({ wallet }) => wallet)}::text[], ${progress.map(({ version }) => version)}::bigint[],
        ${progress.map(({ last }) => last?.placed_version ?? null)}::bigint[],
        ${progress.map(({ last }) => last?.offer_id ?? null)}::text[]) as done (wallet, version, placed_version, offer_id)
      where d.wallet = done.wallet and d.version = done.version and done.offer_id is not null`.execute(db),
  ]
}
