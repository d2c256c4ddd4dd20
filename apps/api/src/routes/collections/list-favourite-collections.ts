import { listFavouriteCollections } from '@opal/contract/endpoints/list-favourite-collections'
import { parseCollectionSort } from '@opal/contract/shapes/collection-sort'
import { defineRoute } from '../../http/route.ts'
import { rankCollections } from '../../load/rank-collections.ts'

export const listFavouriteCollectionsRoute = defineRoute(listFavouriteCollections, (context, { query }) =>
  rankCollections(context, query, parseCollectionSort(query), {
    wallet: query.walletAddress,
    isWashOut: query.wash === 'exclude',
    favouritesOf: query.walletAddress,
  }),
)
