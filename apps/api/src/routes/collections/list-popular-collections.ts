import { listPopularCollections } from '@opal/contract/endpoints/list-popular-collections'
import { parseCollectionSort } from '@opal/contract/shapes/collection-sort'
import { defineRoute } from '../../http/route.ts'
import { rankCollections } from '../../load/rank-collections.ts'

export const listPopularCollectionsRoute = defineRoute(listPopularCollections, (context, { query }) =>
  rankCollections(context, query, parseCollectionSort(query), {
    wallet: query.walletAddress ?? null,
    isWashOut: query.wash === 'exclude',
    ...(query.search && { search: query.search }),
  }),
)
