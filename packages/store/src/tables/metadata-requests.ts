import { defineTable, nullable, type RowOf, text, timestamptz } from './table.ts'

/**
 * A document that somebody asked to have fetched again.
 * Key: uri. Writer: the api asks, write/metadata-queue notes that it was put on the queue. Rebuildable: no.
 */
export const metadataRequests = defineTable('account.metadata_requests', ['uri'], {
  uri: text,
  asked_at: timestamptz,
  taken_at: nullable(timestamptz),
})
export type MetadataRequestRow = RowOf<typeof metadataRequests>
