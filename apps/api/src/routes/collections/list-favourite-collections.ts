import { parseCollectionSort } from '@opal/contract/collections'
import { listFavouriteCollections } from '@opal/contract/favourites'
import { defineWalletRoute } from '../../http/route.ts'
import { rankCollections } from '../../load/rank-collections.ts'

export const listFavouriteCollectionsRoute = defineWalletRoute(
  listFavouriteCollections,
  (context, { query }, { wallet }) =>
    rankCollections(context, query, parseCollectionSort(query), {
      wallet,
      isWashOut: query.wash === 'exclude',
      favouritesOf: wallet,
    }),
)
