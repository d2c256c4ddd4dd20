import { listMyCollections } from '@opal/contract/portfolio'
import { defineRoute } from '../../http/route.ts'
import { loadPortfolioCollections } from '../../load/load-portfolio-collections.ts'

export const listMyCollectionsRoute = defineRoute(listMyCollections, (context, { body }) =>
  loadPortfolioCollections(context, body.walletAddress, { ...body, take: body.limit }),
)
