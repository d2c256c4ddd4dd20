import { listCollectionTopBids } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadTopBids } from '../../load/load-top-bids.ts'

export const listCollectionTopBidsRoute = defineRoute(listCollectionTopBids, async (context, { params, query }) => ({
  data: await loadTopBids(context, params.collectionId, query),
}))
