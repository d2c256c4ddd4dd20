import { bigint, defineTable, integer, type RowOf, text, timestamptz } from './table.ts'

/**
 * An event that an operator had passed over, because no decoder can read it: which, who, when and why.
 * Key: marketplace, version, event_index. Writer: write/account/decode-skips. Rebuildable: no, it is the record.
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
