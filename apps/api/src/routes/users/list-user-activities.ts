import { listUserActivities } from '@opal/contract/activities'
import { defineRoute } from '../../http/route.ts'
import { loadWalletActivities } from '../../load/load-wallet-activities.ts'

export const listUserActivitiesRoute = defineRoute(listUserActivities, (context, { params, query }) =>
  loadWalletActivities(context, params.wallet, query),
)
