import { listCollectionBids } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadBidLevels } from '../../load/load-bid-levels.ts'

export const listCollectionBidsRoute = defineRoute(listCollectionBids, (context, { params, query }) =>
  loadBidLevels(context, params.slug, query),
)
