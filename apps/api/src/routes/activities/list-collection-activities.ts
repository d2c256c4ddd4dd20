import { listCollectionActivities } from '@opal/contract/endpoints/list-collection-activities'
import { ACTIVITY_KINDS } from '@opal/contract/shapes/activity'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadActivities } from '../../load/load-activities.ts'

export const listCollectionActivitiesRoute = defineRoute(
  listCollectionActivities,
  async (context, { params, query }) => {
    const collectionIds = [await findCollection(context, params.collectionId)]
    return loadActivities(context, { ...query, take: query.limit }, { kinds: ACTIVITY_KINDS, collectionIds })
  },
)
