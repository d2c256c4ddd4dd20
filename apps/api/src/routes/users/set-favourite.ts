import { MAX_FAVOURITES } from '@opal/contract/endpoints/save-collections'
import { setFavourite } from '@opal/contract/endpoints/set-favourite'
import { addFavourites, countFavourites, removeFavourite } from '@opal/store/write/account/favourites'
import { CollectionNotFoundError, TooManyFavouritesError } from '../../errors.ts'
import { defineWalletRoute } from '../../http/route.ts'

export const setFavouriteRoute = defineWalletRoute(setFavourite, async ({ store }, { body }, { wallet }) => {
  const { collectionId } = body
  if (body.delete) {
    await removeFavourite(store, wallet, collectionId)
    return { collectionId, favorite: false }
  }
  if ((await countFavourites(store, wallet)) >= MAX_FAVOURITES) throw new TooManyFavouritesError(MAX_FAVOURITES)
  const added = await addFavourites(store, wallet, [collectionId])
  if (added.length === 0) throw new CollectionNotFoundError(collectionId)
  return { collectionId, favorite: true }
})
