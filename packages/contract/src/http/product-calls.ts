import type { Base } from './endpoint.ts'

/** One row of the product documents' tables of calls, and the endpoint that answers it. */
export interface ProductCall {
  /** 1: browsing and discovery; 2: wallet, trading, portfolio, rewards. */
  readonly document: 1 | 2
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly base: Base
  /** As the document spells it, parameters in braces. */
  readonly path: string
  /** Id of the endpoint. */
  readonly endpoint: string
}

/** Rows of both tables, in their order. @source docs/product/api.md#calls */
export const PRODUCT_CALLS: readonly ProductCall[] = [
  row(1, 'GET', 'main', '/collection/owners/{name}', 'list-collection-owners'),
  row(1, 'POST', 'main', '/nft/owner', 'find-token-owner'),
  row(1, 'GET', 'aggregator', '/collection/featured', 'list-featured-collections'),
  row(1, 'GET', 'aggregator', '/collection/popular', 'list-popular-collections'),
  row(1, 'GET', 'aggregator', '/collection/', 'list-favourite-collections'),
  row(1, 'GET', 'aggregator', '/collection', 'list-collections'),
  row(1, 'GET', 'aggregator', '/collection/search/{text}', 'search-collections'),
  row(1, 'POST', 'aggregator', '/collection', 'find-collection-by-slug'),
  row(1, 'GET', 'main', '/collection/{id}', 'get-collection'),
  row(1, 'GET', 'main', '/collection/nfts/{id}/rarity-percent', 'get-rarity-percent'),
  row(1, 'GET', 'aggregator', '/collection/{id}/traits', 'list-traits'),
  row(1, 'GET', 'aggregator', '/collection/{id}/traits/{trait}/value', 'list-trait-values'),
  row(1, 'GET', 'aggregator', '/collection/{id}/attribute/{name}/value/{value}', 'get-attribute'),
  row(1, 'GET', 'main', '/collection/{id}/nfts', 'list-collection-tokens'),
  row(1, 'GET', 'main', '/collection/{id}/nfts/floor', 'get-floor-listing'),
  row(1, 'POST', 'main', '/collection/nfts/details', 'get-token-rarity'),
  row(1, 'GET', 'main', '/collection/nfts/{id}', 'get-token'),
  row(1, 'GET', 'main', '/activity/collection/{collectionId}', 'list-collection-activities'),
  row(1, 'GET', 'main', '/activity/nft/{id}', 'list-token-activities'),
  row(1, 'GET', 'main', '/activity/my-activities', 'list-my-activities'),
  row(1, 'GET', 'main', '/activity', 'list-all-activities'),
  row(1, 'GET', 'main', '/activities', 'list-activities'),
  row(1, 'GET', 'main', '/collection/{id}/biddings', 'list-bids-of-collection'),
  row(1, 'GET', 'main', '/collection/{id}/biddings/top', 'get-top-bid-of-collection'),
  row(1, 'GET', 'main', '/collection/biddings/top/{collectionId}', 'get-collection-top-bid'),
  row(1, 'GET', 'main', '/collection/biddings/top/multiple/{collectionId}', 'list-collection-top-bids'),
  row(1, 'POST', 'main', '/collection/biddings/tokens/top', 'list-token-top-bids'),
  row(1, 'GET', 'data', '/collection/tokens/{slug}', 'list-listed-tokens'),
  row(1, 'GET', 'data', '/collection/{collectionId}/token-listing/{tokenDataId}', 'get-token-listing'),
  row(1, 'GET', 'main', '/collection/{collectionId}/tokens/{tokenDataId}', 'get-token-stats'),
  row(1, 'GET', 'main', '/collection/details/id', 'get-collection-details'),
  row(1, 'POST', 'aggregator', '/user/save-collections', 'save-collections'),
  row(1, 'POST', 'aggregator', '/user/collections/favourite', 'set-favourite'),
  row(1, 'POST', 'aggregator', '/collection/flag-request', 'flag-collection'),
  row(1, 'POST', 'aggregator', '/collection/supply-and-holders', 'list-supplies'),
  row(1, 'PATCH', 'main', '/collection/{id}/feature', 'feature-collection'),
  row(1, 'POST', 'main', '/collections', 'find-collections-by-name'),
  row(1, 'POST', 'main', '/collection/tokens/image', 'save-token-image'),
  row(1, 'PATCH', 'main', '/collection/tokens/image', 'update-token-image'),
  row(1, 'GET', 'main', '/utility/stats', 'get-stats'),
  row(1, 'GET', 'main', '/leadersboard', 'list-top-hundred'),
  row(2, 'GET', 'data', '/utility/all-rewards', 'list-leaderboard'),
  row(2, 'GET', 'data', '/user/rewards/{walletAddress}', 'get-user-rewards'),
  row(2, 'GET', 'data', '/user/check-loyalty/{walletAddress}', 'check-loyalty'),
  row(2, 'POST', 'data', '/user/check-loyalty', 'check-loyalties'),
  row(2, 'GET', 'data', '/utility/stats', 'get-stats'),
  row(2, 'GET', 'data', '/collection/royalty/{collection_id}', 'get-royalty'),
  row(2, 'POST', 'data', '/collection/tokens/image', 'save-token-image'),
  row(2, 'PATCH', 'data', '/collection/tokens/image', 'update-token-image'),
  row(2, 'POST', 'data', '/collection/tokens/last-sale', 'list-last-sales'),
  row(2, 'GET', 'data', '/collection/tokens/listings/{tokenDataId}', 'list-token-listings'),
  row(2, 'GET', 'data', '/collection/details/id', 'get-collection-details'),
  row(2, 'GET', 'data', '/collection/{collectionId}/tokens/{tokenDataId}', 'get-token-stats'),
  row(2, 'GET', 'data', '/collection/tokens/{slug}', 'list-listed-tokens'),
  row(2, 'GET', 'data', '/collection/{collectionId}/token-listing/{tokenDataId}', 'get-token-listing'),
  row(2, 'POST', 'data', '/collection/nfts/top-trait', 'list-top-traits'),
  row(2, 'POST', 'data', '/collection/nfts/details', 'get-token-rarity'),
  row(2, 'POST', 'data', '/collection/nfts/list', 'build-list'),
  row(2, 'POST', 'data', '/collection/nfts/buy', 'build-buy'),
  row(2, 'POST', 'data', '/collection/nfts/delist', 'build-delist'),
  row(2, 'POST', 'data', '/collection/bid', 'build-collection-bid'),
  row(2, 'POST', 'data', '/collection/bid/cancel', 'build-cancel-bid'),
  row(2, 'POST', 'data', '/collection/bid/nft', 'build-token-bid'),
  row(2, 'POST', 'data', '/collection/bid/nft/accept', 'build-accept-bid'),
  row(2, 'GET', 'data', '/collection/{id}/biddings', 'list-bids-of-collection'),
  row(2, 'GET', 'data', '/collection/{id}/biddings/top', 'get-top-bid-of-collection'),
  row(2, 'GET', 'data', '/collection/myBiddings', 'list-my-bids'),
  row(2, 'GET', 'data', '/collection/biddings/{slug}', 'list-collection-bids'),
  row(2, 'GET', 'data', '/collection/biddings/top/{collectionId}', 'get-collection-top-bid'),
  row(2, 'GET', 'data', '/collection/biddings/top/multiple/{collectionId}', 'list-collection-top-bids'),
  row(2, 'POST', 'data', '/collection/biddings/tokens/top', 'list-token-top-bids'),
  row(2, 'GET', 'data', '/collection/biddings/tokens/top/{tokenDataId}', 'get-token-top-bid'),
  row(2, 'GET', 'data', '/collection/biddings/total-locked/{collectionId}', 'get-collection-locked-value'),
  row(2, 'GET', 'data', '/user/biddings/total-locked/{wallet}', 'get-user-locked-value'),
  row(2, 'GET', 'data', '/user/pnl/{wallet}', 'get-user-pnl'),
  row(2, 'GET', 'data', '/user/collections/{wallet}', 'list-user-collections'),
  row(2, 'GET', 'data', '/user/tokens/{wallet}', 'list-user-tokens'),
  row(2, 'GET', 'data', '/user/tokens/listed/{wallet}/count', 'count-user-listings'),
  row(2, 'GET', 'data', '/user/activities/{wallet}', 'list-user-activities'),
  row(2, 'GET', 'data', '/user/biddings/{wallet}', 'list-user-bids'),
  row(2, 'POST', 'data', '/user/collections/details/{wallet}', 'list-user-collection-details'),
  row(2, 'POST', 'data', '/collection/myCollections', 'list-my-collections'),
  row(2, 'POST', 'data', '/collection/myCollections/search/{text}', 'search-my-collections'),
  row(2, 'GET', 'data', '/collection/myCollections/nfts', 'list-my-tokens'),
  row(2, 'GET', 'data', '/collection/myCollections/summary', 'get-my-summary'),
  row(2, 'GET', 'data', '/collection/mycollectionIds/listed/{wallet}', 'list-my-listed-collections'),
  row(2, 'GET', 'data', '/activities', 'list-activities'),
]

function row(
  document: ProductCall['document'],
  method: ProductCall['method'],
  base: Base,
  path: string,
  endpoint: string,
): ProductCall {
  return { document, method, base, path, endpoint }
}
