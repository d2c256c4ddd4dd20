import { searchMyCollections } from '@opal/contract/endpoints/search-my-collections'
import { defineRoute } from '../../http/route.ts'
import { loadPortfolioCollections } from '../../load/load-portfolio-collections.ts'

export const searchMyCollectionsRoute = defineRoute(searchMyCollections, (context, { params, query }) =>
  loadPortfolioCollections(context, query.walletAddress, { ...query, search: params.text }),
)
