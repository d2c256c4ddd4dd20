import { defineTable, integer, nullable, type RowOf, text, timestamptz } from './table.ts'

/**
 * A picture that metadata names: its size in pixels and dominant colour (`#rrggbb`). Pending rows are the measurer's queue.
 * Key: src. Writer: write/metadata-queue, write/image-queue. Rebuildable: by fetching again.
 */
export const images = defineTable('market.images', ['src'], {
  src: text,
  status: text,
  width: nullable(integer),
  height: nullable(integer),
  colour: nullable(text),
  attempts: integer,
  next_attempt_at: timestamptz,
  error: nullable(text),
  measured_at: nullable(timestamptz),
})
export type ImageRow = RowOf<typeof images>
