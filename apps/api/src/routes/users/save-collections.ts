import { saveCollections } from '@opal/contract/favourites'
import { addFavourites } from '@opal/store/accounts/favourites'
import { defineWalletRoute } from '../../http/route.ts'
import { requireRoomForFavourites } from '../../session/require-room-for-favourites.ts'

export const saveCollectionsRoute = defineWalletRoute(saveCollections, async (context, { body }, { wallet }) => {
  await requireRoomForFavourites(context, wallet, body.collections.length)
  return { saved: [...(await addFavourites(context.store, wallet, body.collections))] }
})
