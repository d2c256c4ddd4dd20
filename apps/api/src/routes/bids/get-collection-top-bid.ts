import { getCollectionTopBid } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadTopBids } from '../../load/load-top-bids.ts'

export const getCollectionTopBidRoute = defineRoute(getCollectionTopBid, async (context, { params, query }) => {
  const [best] = await loadTopBids(context, params.collectionId, { ...query, take: 1 })
  return best ?? null
})
