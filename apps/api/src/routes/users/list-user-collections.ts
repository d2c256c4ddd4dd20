import { listUserCollections } from '@opal/contract/portfolio'
import { defineRoute } from '../../http/route.ts'
import { loadPortfolioCollections } from '../../load/load-portfolio-collections.ts'

export const listUserCollectionsRoute = defineRoute(listUserCollections, (context, { params, query }) =>
  loadPortfolioCollections(context, params.wallet, query),
)
