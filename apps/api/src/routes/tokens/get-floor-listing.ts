import { getFloorListing } from '@opal/contract/endpoints/get-floor-listing'
import { findCollectionTokens } from '@opal/store/read/find-collection-tokens'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadTokens } from '../../load/load-tokens.ts'

export const getFloorListingRoute = defineRoute(getFloorListing, async (context, { params }) => {
  const collectionId = await findCollection(context, params.id)
  const found = await findCollectionTokens(context.store, {
    filter: { collectionId, listed: true },
    order: 'price_asc',
    take: 1,
  })
  const ids = found.map((row) => row.tokenDataId)
  const [token] = await loadTokens(context, ids)
  return { floorPrice: token?.listedPrice ?? null, token: token ?? null }
})
