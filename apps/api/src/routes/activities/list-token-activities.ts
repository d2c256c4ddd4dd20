import { listTokenActivities } from '@opal/contract/endpoints/list-token-activities'
import { ACTIVITY_KINDS } from '@opal/contract/shapes/activity'
import { defineRoute } from '../../http/route.ts'
import { loadActivities } from '../../load/load-activities.ts'

export const listTokenActivitiesRoute = defineRoute(listTokenActivities, (context, { params, query }) =>
  loadActivities(context, query, { kinds: ACTIVITY_KINDS, tokenDataId: params.id }),
)
