import { searchMyCollections } from '@opal/contract/portfolio'
import { defineRoute } from '../../http/route.ts'
import { loadPortfolioCollections } from '../../load/load-portfolio-collections.ts'

export const searchMyCollectionsRoute = defineRoute(searchMyCollections, (context, { params, query }) =>
  loadPortfolioCollections(context, query.walletAddress, { ...query, search: params.text }),
)
