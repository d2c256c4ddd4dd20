import { KINDS_OF_TYPE, listAllActivities } from '@opal/contract/activities'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadActivities } from '../../load/load-activities.ts'

export const listAllActivitiesRoute = defineRoute(listAllActivities, async (context, { query }) => {
  const { collection } = query
  const within = collection === undefined ? {} : { collectionIds: [await findCollection(context, collection)] }
  return loadActivities(context, { ...query, take: query.limit }, { kinds: KINDS_OF_TYPE[query.type], ...within })
})
