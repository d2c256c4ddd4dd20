import { listUserCollections } from '@opal/contract/endpoints/list-user-collections'
import { defineRoute } from '../../http/route.ts'
import { loadPortfolioCollections } from '../../load/load-portfolio-collections.ts'

export const listUserCollectionsRoute = defineRoute(listUserCollections, (context, { params, query }) =>
  loadPortfolioCollections(context, params.wallet, query),
)
