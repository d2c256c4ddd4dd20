/**
 * Calls that answer everybody alike and are asked often: their answers are kept for a moment, see http/serve-hot. Not among
 * them: whatever asks who calls, and what is told to one wallet.
 */
export const HOT_ENDPOINTS: ReadonlySet<string> = new Set([
  'list-collections',
  'list-popular-collections',
  'list-featured-collections',
  'search-collections',
  'get-collection',
  'get-collection-details',
  'get-collection-history',
  'find-collection-by-slug',
  'list-collection-owners',
  'list-collection-tokens',
  'list-listed-tokens',
  'get-token',
  'get-token-listing',
  'list-token-listings',
  'list-last-sales',
  'list-traits',
  'list-trait-values',
  'get-attribute',
  'get-token-rarity',
  'list-all-activities',
  'list-activities',
  'list-collection-activities',
  'list-token-activities',
  'list-collection-top-bids',
  'list-token-top-bids',
  'list-collection-bids',
  'get-stats',
  'list-leaders',
])

/** Hot calls that mark the favourites of a signed-in wallet when the query names it: such an answer is nobody else's. */
export const PERSONAL_BY_WALLET: ReadonlySet<string> = new Set([
  'list-collections',
  'list-popular-collections',
  'search-collections',
  'get-collection',
])
