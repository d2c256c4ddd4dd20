import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Puts a collection on the landing page, or takes it off. Featuring vouches for it; taking it off leaves it verified. */
export async function featureCollection(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  isFeatured: boolean,
): Promise<void> {
  const statement = isFeatured
    ? sql`insert into account.verified_collections (collection_id, is_featured) values (${collectionId}, true)
        on conflict (collection_id) do update set is_featured = true`
    : sql`update account.verified_collections set is_featured = false where collection_id = ${collectionId}`
  await statement.execute(db)
}

/** Says that the operator vouches for a collection, or no longer does, which also takes it off the landing page. */
export async function verifyCollection(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  isVerified: boolean,
): Promise<void> {
  const statement = isVerified
    ? sql`insert into account.verified_collections (collection_id) values (${collectionId}) on conflict do nothing`
    : sql`delete from account.verified_collections where collection_id = ${collectionId}`
  await statement.execute(db)
}
