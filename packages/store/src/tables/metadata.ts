import { defineTable, integer, jsonb, nullable, type RowOf, text, timestamptz } from './table.ts'

/**
 * Off-chain JSON of a token or collection by its address (`ipfs://…` as on chain). Pending rows are the fetcher's queue.
 * Key: uri. Writer: write/enqueue-metadata, write/metadata-queue. Rebuildable: by fetching again.
 */
export const metadata = defineTable('market.metadata', ['uri'], {
  uri: text,
  status: text,
  image: nullable(text),
  animation_url: nullable(text),
  category: nullable(text),
  attributes: nullable(jsonb),
  attempts: integer,
  next_attempt_at: timestamptz,
  error: nullable(text),
  fetched_at: nullable(timestamptz),
})
export type MetadataRow = RowOf<typeof metadata>
