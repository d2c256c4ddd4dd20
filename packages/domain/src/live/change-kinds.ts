/** Kinds of changes that the indexer announces and the live channel delivers. */
export const CHANGE_KINDS = [
  'activity',
  'floor_change',
  'listings_change',
  'volume_change',
  'bid_change',
  'tokens_change',
  'claims_change',
  'pool_change',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
