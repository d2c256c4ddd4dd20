import { defineTable, type RowOf, text, timestamptz } from './table.ts'

/**
 * A wallet's star on a collection.
 * Key: wallet, collection_id. Writer: the api, for a session of that wallet. Rebuildable: no.
 */
export const favourites = defineTable('account.favourites', ['wallet', 'collection_id'], {
  wallet: text,
  collection_id: text,
  added_at: timestamptz,
})
export type FavouriteRow = RowOf<typeof favourites>
