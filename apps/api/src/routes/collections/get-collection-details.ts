import { getCollectionDetails } from '@opal/contract/collection-stats'
import { defineRoute } from '../../http/route.ts'
import { loadCollectionDetail } from '../../load/load-collection-detail.ts'
import { loadTokenFigures } from '../../load/load-token-figures.ts'

export const getCollectionDetailsRoute = defineRoute(getCollectionDetails, async (context, { query }) => {
  const collection = await loadCollectionDetail(context, query.collection_id, { wallet: null })
  const token =
    query.token_data_id === undefined
      ? null
      : await loadTokenFigures(context, collection.collectionId, query.token_data_id)
  return { collection, token }
})
