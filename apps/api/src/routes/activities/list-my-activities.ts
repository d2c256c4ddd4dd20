import { listMyActivities } from '@opal/contract/activities'
import { defineRoute } from '../../http/route.ts'
import { loadWalletActivities } from '../../load/load-wallet-activities.ts'

export const listMyActivitiesRoute = defineRoute(listMyActivities, (context, { query }) =>
  loadWalletActivities(context, query.walletAddress, { ...query, take: query.limit }),
)
