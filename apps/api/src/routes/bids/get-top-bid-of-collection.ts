import { getTopBidOfCollection } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadTopBids } from '../../load/load-top-bids.ts'

export const getTopBidOfCollectionRoute = defineRoute(getTopBidOfCollection, async (context, { params, query }) => {
  const [best] = await loadTopBids(context, params.id, { ...query, take: 1 })
  return best ?? null
})
