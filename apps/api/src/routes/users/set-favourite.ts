import { setFavourite } from '@opal/contract/favourites'
import { addFavourites, removeFavourite } from '@opal/store/accounts/favourites'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineWalletRoute } from '../../http/route.ts'
import { requireRoomForFavourites } from '../../session/require-room-for-favourites.ts'

export const setFavouriteRoute = defineWalletRoute(setFavourite, async (context, { body }, { wallet }) => {
  const { collectionId } = body
  if (body.delete) {
    await removeFavourite(context.store, wallet, collectionId)
    return { collectionId, favorite: false }
  }
  await requireRoomForFavourites(context, wallet, 1)
  const added = await addFavourites(context.store, wallet, [collectionId])
  if (added.length === 0) throw new CollectionNotFoundError(collectionId)
  return { collectionId, favorite: true }
})
