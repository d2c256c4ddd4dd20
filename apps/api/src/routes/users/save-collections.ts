import { MAX_FAVOURITES, saveCollections } from '@opal/contract/endpoints/save-collections'
import { addFavourites, countFavourites } from '@opal/store/write/account/favourites'
import { TooManyFavouritesError } from '../../errors.ts'
import { defineWalletRoute } from '../../http/route.ts'

export const saveCollectionsRoute = defineWalletRoute(saveCollections, async ({ store }, { body }, { wallet }) => {
  const kept = await countFavourites(store, wallet)
  if (kept + body.collections.length > MAX_FAVOURITES) throw new TooManyFavouritesError(MAX_FAVOURITES)
  return { saved: [...(await addFavourites(store, wallet, body.collections))] }
})
