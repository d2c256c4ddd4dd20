import { listBidsOfCollection } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadBidLevels } from '../../load/load-bid-levels.ts'

export const listBidsOfCollectionRoute = defineRoute(listBidsOfCollection, (context, { params, query }) =>
  loadBidLevels(context, params.id, query),
)
