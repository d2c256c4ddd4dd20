import { listMyBids } from '@opal/contract/bids'
import { defineRoute } from '../../http/route.ts'
import { loadUserBids } from '../../load/load-user-bids.ts'

export const listMyBidsRoute = defineRoute(listMyBids, (context, { query }) =>
  loadUserBids(context, query.walletAddress, { ...query, take: query.limit }),
)
