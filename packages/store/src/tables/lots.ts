import { bigint, boolean, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Items of one token that came to a wallet together (first in, first out), and left together or are still there.
 * `cost_octas` is for the whole lot, null when unknown; `proceeds_octas` is what a sale paid net of royalty and fee.
 * Key: wallet, token, property version, acquired_version, lot_index. Writer: write/compare-lots. Rebuildable: from
 * market.ownership_events, sales, order_events, activities and mint_costs.
 */
export const lots = defineTable(
  'market.lots',
  ['wallet', 'token_data_id', 'property_version', 'acquired_version', 'lot_index'],
  {
    wallet: text,
    token_data_id: text,
    property_version: numeric,
    acquired_version: bigint,
    lot_index: integer,
    collection_id: nullable(text),
    amount: numeric,
    acquired_by: text,
    acquired_at_micros: bigint,
    cost_octas: nullable(numeric),
    is_in_transit: boolean,
    released_version: nullable(bigint),
    released_by: nullable(text),
    released_at_micros: nullable(bigint),
    proceeds_octas: nullable(numeric),
  },
)
export type LotRow = RowOf<typeof lots>
