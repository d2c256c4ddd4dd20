import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'

/**
 * Adds collections to a wallet's favourites. Skips collections that do not exist; existing favourites stay. Calls for one wallet
 * wait for each other, so that they do not exceed the limit together.
 * @param max favourites that the wallet may have.
 * @returns the given ids that are favourites now; null when there could be more than `max`.
 */
export async function addFavourites(
  { db }: Pick<Store, 'db'>,
  wallet: string,
  collectionIds: readonly string[],
  max: number,
): Promise<readonly string[] | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`account.favourites/${wallet}`}, 0))`.execute(transaction)
    if ((await countFavourites({ db: transaction }, wallet, collectionIds)) > max) return null
    const { rows } = await sql<{ collectionId: string }>`
      with known as (
        select collection_id from chain.current_collections_v2 where collection_id = any(${collectionIds}::text[])
      ), added as (
        insert into account.favourites (wallet, collection_id) select ${wallet}, collection_id from known
        on conflict do nothing
      )
      select collection_id as "collectionId" from known order by 1`.execute(transaction)
    return rows.map((row) => row.collectionId)
  })
}

/** Removes a collection from a wallet's favourites. */
export async function removeFavourite({ db }: Pick<Store, 'db'>, wallet: string, collectionId: string): Promise<void> {
  const key = sql`wallet = ${wallet} and collection_id = ${collectionId}`
  // The floor that its changes are measured from is deleted, too.
  await sql`
    with floors as (delete from account.notification_floors where ${key})
    delete from account.favourites where ${key}`.execute(db)
}

/** Counts a wallet's favourites. @param more ids that it may have already, which are counted too. */
export async function countFavourites(
  { db }: Pick<Store, 'db'>,
  wallet: string,
  more: readonly string[] = [],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select collection_id from account.favourites where wallet = ${wallet} union select unnest(${more}::text[])
    ) ids`.execute(db)
  return rows[0]?.count ?? 0
}
