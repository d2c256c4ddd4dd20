import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { bestProceedsSql } from './collection-stats.ts'

/** Collections that one statement fills. */
const BATCH_SIZE = 1_000

/**
 * Stores the best proceeds of collections that were sold before there was a column for them, some in each statement. Those that have them
 * are not written. A migration could not: an earlier release that is started again stores none. Looking for them walks the index of the key, which
 * holds both columns.
 * @returns how many collections were filled
 */
export async function fillBestProceeds(db: Database): Promise<number> {
  let [count, last] = [0, '']
  while (true) {
    const { rows } = await sql<{ count: number; last: string | null }>`
      with missing as (
        select collection_id from market.collection_stats
        where collection_id > ${last} and last_sale_octas is not null and best_proceeds_octas is null
        order by collection_id limit ${BATCH_SIZE}
      ), filled as (
        update market.collection_stats s set best_proceeds_octas = ${bestProceedsSql('missing.collection_id')}
        from missing where s.collection_id = missing.collection_id returning s.collection_id
      )
      select count(*)::int as count, max(collection_id) as last from filled`.execute(db)
    const [filled] = rows
    if (filled === undefined || filled.last === null) return count
    count += filled.count
    last = filled.last
  }
}
