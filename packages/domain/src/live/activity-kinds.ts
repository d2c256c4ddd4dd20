/** Activity types, as stable codes. */
export const ACTIVITY_KINDS = [
  'list',
  'reprice',
  'delist',
  'token-bid',
  'cancel-token-bid',
  'collection-bid',
  'cancel-collection-bid',
  'set-bid',
  'cancel-set-bid',
  'sale',
  'accept-token-bid',
  'accept-collection-bid',
  'accept-set-bid',
  'transfer',
  'mint',
  'burn',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Kinds of activity by which a token is sold: by its listing, or into a bid. */
export const SALE_KINDS: readonly ActivityKind[] = [
  'sale',
  'accept-token-bid',
  'accept-collection-bid',
  'accept-set-bid',
]
