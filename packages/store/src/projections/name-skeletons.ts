import { nameSkeleton } from '@opal/domain/text/name-skeleton'
import { sql } from 'kysely'
import type { Database } from '../driver/connection.ts'

/** Number of names whose skeletons are made in one transaction. */
const BATCH_SIZE = 500

/**
 * Stores the skeletons of the next collection names that have none. A name that is written during that waits for it, and has none again.
 * @returns how many were stored; 0 when none is missing, or another worker makes the rest.
 */
export function writeNextSkeletons(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows: missing } = await sql<{ id: string }>`
      select collection_id as id from market.collection_names where skeleton is null
      order by collection_id limit ${sql.lit(BATCH_SIZE)} for update skip locked`.execute(transaction)
    if (missing.length === 0) return 0
    // A separate statement, so that it reads the names as they are after locking.
    const { rows } = await sql<{ id: string; name: string }>`
      select collection_id as id, collection_name as name from chain.current_collections_v2
      where collection_id = any(${missing.map(({ id }) => id)}::text[])`.execute(transaction)
    await sql`update market.collection_names n set skeleton = made.skeleton
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ name }) => nameSkeleton(name))}::text[]) as made (id, skeleton)
      where n.collection_id = made.id`.execute(transaction)
    return rows.length
  })
}
