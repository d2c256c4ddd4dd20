import { bigint, boolean, defineTable, integer, nullable, type RowOf, text, timestamptz } from './table.ts'

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

/**
 * A document that a user asked to have fetched again.
 * Key: uri. Writer: the api asks, projections/metadata/documents notes that it was put on the queue. Rebuildable: no.
 */
export const metadataRequests = defineTable('account.metadata_requests', ['uri'], {
  uri: text,
  asked_at: timestamptz,
  taken_at: nullable(timestamptz),
})
export type MetadataRequestRow = RowOf<typeof metadataRequests>

/**
 * Id in the change feed up to which notifications were made: one row.
 * Key: is_only. Writer: accounts/notifications/notify-changes. Rebuildable: no, it counts in the feed of its own database.
 */
export const notificationProgress = defineTable('account.notification_progress', ['is_only'], {
  is_only: boolean,
  change_id: bigint,
})
export type NotificationProgressRow = RowOf<typeof notificationProgress>

/**
 * An event that an operator had passed over, because no decoder can read it: which, who, when and why.
 * Key: marketplace, version, event_index. Writer: accounts/indexer-requests. Rebuildable: no, it is the record.
 */
export const decodeSkips = defineTable('account.decode_skips', ['marketplace', 'version', 'event_index'], {
  marketplace: text,
  version: bigint,
  event_index: integer,
  event_type: text,
  message: text,
  skipped_by: text,
  reason: text,
  skipped_at: timestamptz,
})
export type DecodeSkipRow = RowOf<typeof decodeSkips>
