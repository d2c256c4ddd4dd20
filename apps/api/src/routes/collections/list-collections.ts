import { listCollections } from '@opal/contract/endpoints/list-collections'
import { parseCollectionSort } from '@opal/contract/shapes/collection-sort'
import { defineRoute } from '../../http/route.ts'
import { rankCollections } from '../../load/rank-collections.ts'

export const listCollectionsRoute = defineRoute(listCollections, (context, { query }) =>
  rankCollections(context, query, parseCollectionSort(query), {
    wallet: query.walletAddress ?? null,
    isWashOut: query.wash === 'exclude',
  }),
)
