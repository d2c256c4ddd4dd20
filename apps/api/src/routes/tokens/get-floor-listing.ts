import { getFloorListing } from '@opal/contract/listings'
import { readFloorListing } from '@opal/store/queries/orders/listings'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadTokens } from '../../load/load-tokens.ts'
import { toTextOrNull } from '../../present/text.ts'

export const getFloorListingRoute = defineRoute(getFloorListing, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const floor = await readFloorListing(context.store, collectionId, query.walletAddress ?? null)
  const [token] = await loadTokens(context, floor === null ? [] : [floor.tokenDataId])
  return { floorPrice: toTextOrNull(floor?.priceOctas ?? null), token: token ?? null }
})
