import { listFeaturedCollections } from '@opal/contract/endpoints/list-featured-collections'
import { findCollections } from '@opal/store/read/find-collections'
import { defineRoute } from '../../http/route.ts'
import { loadCollections } from '../../load/load-collections.ts'

const MOST = 12

export const listFeaturedCollectionsRoute = defineRoute(listFeaturedCollections, async (context) => {
  const found = await findCollections(context.store, {
    ranking: 'SEVEN_D_VOLUME',
    descending: true,
    featuredOnly: true,
    nowMicros: context.nowMicros(),
    take: MOST,
  })
  const ids = found.map((row) => row.collectionId)
  return { data: await loadCollections(context, ids, null) }
})
