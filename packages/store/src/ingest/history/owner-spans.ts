import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replacement } from '../../driver/replace-rows.ts'
import { type OwnerSpanRow, ownerSpans } from '../../schema/history.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import type { HoldingChange } from './changed-since.ts'

/** Spans during which wallets held anything of collections: from their lots, and as stored. */
export interface OwnerSpansRead {
  readonly wanted: readonly OwnerSpanRow[]
  readonly stored: readonly OwnerSpanRow[]
}

/**
 * Joins the lots of the given wallets into spans during which they held any token of the collections. What was held before the change comes from
 * the stored spans, so only spans that reach the change are read, and only lots that were released after it.
 */
export async function readOwnerSpans(db: Executor, changes: readonly HoldingChange[]): Promise<OwnerSpansRead> {
  if (changes.length === 0) return { wanted: [], stored: [] }
  const [{ rows: wanted }, { rows: stored }] = await Promise.all([
    sql<OwnerSpanRow>`${joinedSql(heldSince(askedSql(changes)))}`.execute(db),
    reachedSql(changes).execute(db),
  ])
  return { wanted, stored }
}

/** Selects the stored spans that the given changes may replace. */
export function reachedSql(changes: readonly HoldingChange[]): RawBuilder<OwnerSpanRow> {
  return sql<OwnerSpanRow>`select s.* from ${askedSql(changes)} cross join lateral (${REACHED}) s`
}

function askedSql(changes: readonly HoldingChange[]): RawBuilder<unknown> {
  return sql`unnest(${changes.map((change) => change.wallet)}::text[],
    ${changes.map((change) => change.collection_id)}::text[], ${changes.map((change) => change.micros)}::bigint[])
    as k (wallet, collection_id, since)`
}

/** Fills the empty table of spans from all lots. */
export async function fillOwnerSpans(db: Executor): Promise<void> {
  const held = sql`
    select collection_id, wallet, acquired_at_micros as start, coalesce(released_at_micros, ${FOREVER}) as stop
    from market.lots where collection_id is not null and not is_in_transit
      and acquired_at_micros < coalesce(released_at_micros, ${FOREVER})`
  await sql`insert into market.owner_spans (collection_id, wallet, from_micros, to_micros) ${joinedSql(held)}`.execute(
    db,
  )
}

/** Compares the stored spans with those of the lots. */
export function compareOwnerSpans({ wanted, stored }: OwnerSpansRead): Replacement<OwnerSpanRow> {
  return compareRows(ownerSpans, stored, wanted)
}

/** The stored span that a change falls into or behind, and those after it. */
const REACHED = sql`
  select * from market.owner_spans o where o.wallet = k.wallet and o.collection_id = k.collection_id
    and o.from_micros >= coalesce((select max(b.from_micros) from market.owner_spans b
      where b.wallet = k.wallet and b.collection_id = k.collection_id and b.from_micros < k.since), k.since)
    and (o.to_micros is null or o.to_micros >= k.since)`

/** The oldest of the open lots is enough. */
const OPEN = sql`
  select l.acquired_at_micros from market.lots l where l.wallet = k.wallet and l.collection_id = k.collection_id
    and l.released_version is null and not l.is_in_transit
  order by l.acquired_at_micros limit 1`

/** Selects the times that wallets held something of collections, from the given moments on. */
function heldSince(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select k.collection_id, k.wallet, s.from_micros as start, k.since as stop
    from ${asked} cross join lateral (${REACHED}) s where s.from_micros < k.since
    union all
    select k.collection_id, k.wallet, l.acquired_at_micros, l.released_at_micros
    from ${asked} join market.lots l on l.wallet = k.wallet and l.collection_id = k.collection_id
      and l.released_at_micros >= k.since
    where not l.is_in_transit and l.acquired_at_micros < l.released_at_micros
    union all
    select k.collection_id, k.wallet, l.acquired_at_micros, ${FOREVER}
    from ${asked} cross join lateral (${OPEN}) l`
}

/** Joins times that overlap or follow each other into spans. */
function joinedSql(held: RawBuilder<unknown>): RawBuilder<OwnerSpanRow> {
  return sql<OwnerSpanRow>`
    with held as (${held}), marked as (
      select *, coalesce(start > max(stop) over (partition by collection_id, wallet order by start, stop
        rows between unbounded preceding and 1 preceding), true) as begins
      from held
    ), joined as (
      select *, count(*) filter (where begins) over (partition by collection_id, wallet order by start, stop) as span
      from marked
    )
    select collection_id, wallet, min(start) as from_micros, nullif(max(stop), ${FOREVER}) as to_micros
    from joined group by collection_id, wallet, span`
}
