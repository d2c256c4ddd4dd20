/** A query that the product documents require without a path of its own, the endpoint that answers it, and the test that proves it. */
export interface ProductQuery {
  /** 1: browsing and discovery; 2: wallet, trading, portfolio, rewards. */
  readonly document: 1 | 2
  /** Quoted from the document. */
  readonly what: string
  /** Id of an endpoint, or a GraphQL address. */
  readonly answeredBy: string
  /** Test file, from the repository's root. */
  readonly file: string
  /** Name of the test in the file. */
  readonly test: string
}

const CHAIN = '/chain/graphql'
const MARKET = '/marketplace/graphql'
const EXAMPLES = 'apps/api/src/resources/every-call.store.test.ts'
const CHAIN_TESTS = 'apps/api/src/graphql/chain/product-queries.store.test.ts'
const MARKET_TESTS = 'apps/api/src/graphql/market/market-queries.store.test.ts'

/** @source docs/product/api.md#calls */
export const PRODUCT_QUERIES: readonly ProductQuery[] = [
  helper('Wallet name lookup', 'list-wallet-names'),
  helper('Listed counts per wallet', 'count-user-listings'),
  helper('Listed tokens on other marketplaces', 'list-user-tokens'),
  helper('Portfolio list', 'list-my-tokens'),
  helper('Points of user', 'get-user-rewards'),
  helper('Relist tokens', 'build-relist'),
  chain(
    2,
    'Token ownerships v1 and v2 by wallet, creator or collection; held counts',
    'ownerships by %s, page by page',
  ),
  chain(2, 'Offered NFTs', 'offered tokens of a wallet, of all collections or of one'),
  chain(2, 'GetMetadataOfTokens, GetTokenDetailsOfListedToken', 'GetMetadataOfTokens and GetTokenDetailsOfListedToken'),
  chain(1, 'SearchAptosName', 'SearchAptosName'),
  market(1, 'GetListingOfTokens', 'GetListingOfTokens answers the newest listing of each token'),
  market(2, 'Listings by collection, seller and price', 'live listings are those of any collection, seller and prices'),
  market(2, 'Token offers by buyer', 'offers of a buyer are all that have not ended'),
  market(2, 'Top offers excluding the user’s own and expired ones', 'top offers those of others that can be taken now'),
  market(2, 'Aggregated collection stats, floor prices', 'stats of collections come in any order, by limit and offset'),
]

function helper(what: string, endpoint: string): ProductQuery {
  return { document: 2, what, answeredBy: endpoint, file: EXAMPLES, test: '%s is answered as promised' }
}

function chain(document: ProductQuery['document'], what: string, test: string): ProductQuery {
  return { document, what, answeredBy: CHAIN, file: CHAIN_TESTS, test }
}

function market(document: ProductQuery['document'], what: string, test: string): ProductQuery {
  return { document, what, answeredBy: MARKET, file: MARKET_TESTS, test }
}
