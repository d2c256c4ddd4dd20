import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { readWholeEarning } from '../points/compare-hourly-points.ts'
import { readStats } from '../stats/collection-stats.ts'
import { readWholeHours } from '../stats/read-whole-hours.ts'
import { compareCollections, writeCollections } from '../stats/stats-phase.ts'
import { readIdShares } from './read-id-shares.ts'

/** Reads the ids of all collections that have a name, a token or an order. @param size collections per chunk */
export function readCollectionShares(db: Executor, size: number): AsyncGenerator<readonly string[], void, void> {
  return readIdShares(db, size, (after) => SOURCES.map((source) => idsAfter(source, after, size)))
}

/** Tables with an index that begins with the collection. Every order event is an activity, or repeats one. */
const SOURCES: readonly RawBuilder<unknown>[] = [
  sql`chain.current_collections_v2`,
  sql`chain.current_token_datas_v2`,
  sql`market.activities`,
]

/** Selects the next ids of a table with one index lookup each, since a collection may have any number of rows. */
function idsAfter(table: RawBuilder<unknown>, after: string, size: number): RawBuilder<unknown> {
  const next = (id: RawBuilder<unknown>) => sql`(select collection_id from ${table} where collection_id > ${id}
    order by collection_id limit 1)`
  return sql`(with recursive ids (id) as (
    select ${next(sql`${after}::text`)}
    union all select ${next(sql`ids.id`)} from ids where ids.id is not null
  ) select id from ids where id is not null limit ${size})`
}

/** Largest number of orders whose points are computed with their collections; the rest is queued. */
const MAX_ORDERS = 20_000

/** Writes the hours, hourly points and stats of collections. Their owner spans must be stored. */
export async function writeWholeCollections(db: Executor, collections: readonly string[]): Promise<void> {
  const first = new Map(collections.map((id) => [id, 0n]))
  const [hours, earning, stats] = await Promise.all([
    readWholeHours(db, collections, { areStored: false }),
    readWholeEarning(db, first, MAX_ORDERS),
    readStats(db, collections),
  ])
  const compared = compareCollections({
    owners: { wanted: [], stored: [] },
    hours,
    earning,
    stats,
    grown: { listed: new Map(), tokens: new Map() },
  })
  await Promise.all(writeCollections(db, compared))
}
