import { boolean, defineTable, type RowOf, text, timestamptz } from './table.ts'

/**
 * A collection that the operator vouches for; `is_featured` puts it on the landing page.
 * Key: collection_id. Writer: the api's operator calls and the demo market. Rebuildable: no.
 */
export const verifiedCollections = defineTable('account.verified_collections', ['collection_id'], {
  collection_id: text,
  is_featured: boolean,
  added_at: timestamptz,
})
export type VerifiedCollectionRow = RowOf<typeof verifiedCollections>
