import { ACTIVITY_KINDS, listCollectionActivities } from '@opal/contract/activities'
import { defineRoute } from '../../http/route.ts'
import { confirmCollection, findCollection, isFullId } from '../../load/find-collection.ts'
import { loadActivities } from '../../load/load-activities.ts'

export const listCollectionActivitiesRoute = defineRoute(
  listCollectionActivities,
  async (context, { params, query }) => {
    // Activities that are found prove their collection.
    const id = isFullId(params.collectionId) ? params.collectionId : await findCollection(context, params.collectionId)
    const filter = { kinds: ACTIVITY_KINDS, collectionIds: [id] }
    return loadActivities(context, { ...query, take: query.limit }, filter, () => confirmCollection(context, id))
  },
)
