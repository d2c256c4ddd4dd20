import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** A wallet and how many of a collection's tokens it holds; what it has in escrow is its own. */
export interface CollectionOwnerRow {
  readonly wallet: string
  readonly held: bigint
}

/** A page of a collection's owners, most tokens first. */
export function readCollectionOwners(
  reader: Reader,
  collectionId: string,
  page: { readonly take: number; readonly offset?: number; readonly after?: CollectionOwnerRow },
): Promise<readonly CollectionOwnerRow[]> {
  const beyond = page.after ? sql`where (held, wallet) < (${page.after.held}, ${page.after.wallet})` : sql``
  return readRows(
    reader,
    sql<CollectionOwnerRow>`
    select wallet, held from (
      select holder as wallet, sum(amount) as held from market.token_holders
      where collection_id = ${collectionId} and amount > 0 group by holder
    ) as owners ${beyond}
    order by held desc, wallet desc limit ${page.take} offset ${page.offset ?? 0}`,
  )
}
