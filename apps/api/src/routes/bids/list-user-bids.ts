import { listUserBids } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadUserBids } from '../../load/load-user-bids.ts'

export const listUserBidsRoute = defineRoute(listUserBids, (context, { params, query }) =>
  loadUserBids(context, params.wallet, query),
)
