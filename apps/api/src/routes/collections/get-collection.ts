import { getCollection } from '@opal/contract/endpoints/get-collection'
import { defineRoute } from '../../http/route.ts'
import { loadCollectionDetail } from '../../load/load-collection-detail.ts'

export const getCollectionRoute = defineRoute(getCollection, (context, { params, query }) =>
  loadCollectionDetail(context, params.id, {
    wallet: query.walletAddress ?? null,
    isWashOut: query.wash === 'exclude',
  }),
)
