import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replacement } from '../../driver/replace-rows.ts'
import { type OwnerSpanRow, ownerSpans } from '../../schema/history.ts'
import { FOREVER } from '../../schema/span-sql.ts'
import type { WalletCollection } from './lots.ts'

/** Spans during which wallets held anything of collections: from their lots, and as stored. */
export interface OwnerSpansRead {
  readonly wanted: readonly OwnerSpanRow[]
  readonly stored: readonly OwnerSpanRow[]
}

/** Joins the lots of the given wallets into spans during which they held anything of the collections. */
export async function readOwnerSpans(db: Executor, pairs: readonly WalletCollection[]): Promise<OwnerSpansRead> {
  if (pairs.length === 0) return { wanted: [], stored: [] }
  const asked = sql`unnest(${pairs.map((pair) => pair.wallet)}::text[], ${pairs.map((pair) => pair.collection_id)}::text[])
    as k (wallet, collection_id)`
  const [wanted, stored] = await Promise.all([readJoined(db, asked), readStored(db, asked)])
  return { wanted, stored }
}

/** Compares the stored spans with those of the lots. */
export function compareOwnerSpans({ wanted, stored }: OwnerSpansRead): Replacement<OwnerSpanRow> {
  return compareRows(ownerSpans, stored, wanted)
}

/** Reads the lots of a wallet and a collection, with adjacent lots joined. */
async function readJoined(db: Executor, asked: RawBuilder<unknown>): Promise<readonly OwnerSpanRow[]> {
  const { rows } = await sql<OwnerSpanRow>`
    with held as (
      select l.collection_id, l.wallet, l.acquired_at_micros as start, coalesce(l.released_at_micros, ${FOREVER}) as stop
      from ${asked} join market.lots l using (wallet, collection_id)
      where not l.is_in_transit and l.acquired_at_micros < coalesce(l.released_at_micros, ${FOREVER})
    ), marked as (
      select *, coalesce(start > max(stop) over (partition by collection_id, wallet order by start, stop
        rows between unbounded preceding and 1 preceding), true) as begins
      from held
    ), joined as (
      select *, count(*) filter (where begins) over (partition by collection_id, wallet order by start, stop) as span
      from marked
    )
    select collection_id, wallet, min(start) as from_micros, nullif(max(stop), ${FOREVER}) as to_micros
    from joined group by collection_id, wallet, span`.execute(db)
  return rows
}

async function readStored(db: Executor, asked: RawBuilder<unknown>): Promise<readonly OwnerSpanRow[]> {
  const { rows } = await sql<OwnerSpanRow>`
    select s.* from ${asked} join market.owner_spans s using (wallet, collection_id)`.execute(db)
  return rows
}
