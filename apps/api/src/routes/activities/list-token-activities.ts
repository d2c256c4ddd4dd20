import { ACTIVITY_KINDS, listTokenActivities } from '@opal/contract/activities'
import { defineRoute } from '../../http/route.ts'
import { loadActivities } from '../../load/load-activities.ts'

export const listTokenActivitiesRoute = defineRoute(listTokenActivities, (context, { params, query }) =>
  loadActivities(context, query, { kinds: ACTIVITY_KINDS, tokenDataId: params.id }),
)
