import { bigint, defineTable, numeric, type RowOf, text } from './table.ts'

/**
 * Who came to hold how much of a token, as one transaction wrote it; amount 0 means no longer.
 * Key: token, property version, owner, storage, version. Writer: write/write-ownership-events, append-only. Rebuildable:
 * from chain.changes and events.
 */
export const ownershipEvents = defineTable(
  'market.ownership_events',
  ['token_data_id', 'property_version', 'owner_address', 'storage_id', 'version'],
  {
    token_data_id: text,
    property_version: numeric,
    owner_address: text,
    storage_id: text,
    version: bigint,
    amount: numeric,
    at_micros: bigint,
  },
)
export type OwnershipEventRow = RowOf<typeof ownershipEvents>
