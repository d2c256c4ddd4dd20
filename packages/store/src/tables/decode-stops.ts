import { bigint, defineTable, integer, type RowOf, text } from './table.ts'

/**
 * A marketplace whose decoder met a known event it could not read, and where. The others go on.
 * Key: marketplace. Writer: write/decode-stops. Rebuildable: yes, by decoding again.
 */
export const decodeStops = defineTable('chain.decode_stops', ['marketplace'], {
  marketplace: text,
  version: bigint,
  event_index: integer,
  event_type: text,
  message: text,
})
export type DecodeStopRow = RowOf<typeof decodeStops>
