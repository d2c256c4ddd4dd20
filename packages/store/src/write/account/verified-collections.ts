import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/**
 * Puts a collection on the landing page, or takes it off. Featuring vouches for it; taking it off leaves it verified.
 * @returns false when there is no such collection.
 */
export async function featureCollection(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  isFeatured: boolean,
): Promise<boolean> {
  const { numAffectedRows } = isFeatured
    ? await sql`insert into account.verified_collections (collection_id, is_featured)
        select collection_id, true from chain.current_collections_v2 where collection_id = ${collectionId}
        on conflict (collection_id) do update set is_featured = true`.execute(db)
    : await sql`update account.verified_collections set is_featured = false where collection_id = ${collectionId}`.execute(
        db,
      )
  return !isFeatured || numAffectedRows === 1n
}

/**
 * Says that the operator vouches for a collection, or no longer does (which also takes it off the landing page).
 * @returns false when there is no such collection.
 */
export async function verifyCollection(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  isVerified: boolean,
): Promise<boolean> {
  if (!isVerified) {
    await sql`delete from account.verified_collections where collection_id = ${collectionId}`.execute(db)
    return true
  }
  const { rows } = await sql`with known as (
      select collection_id from chain.current_collections_v2 where collection_id = ${collectionId}
    ), added as (
      insert into account.verified_collections (collection_id) select collection_id from known on conflict do nothing
    ) select 1 from known`.execute(db)
  return rows.length === 1
}
