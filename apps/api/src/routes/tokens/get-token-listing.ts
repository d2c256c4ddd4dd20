import { getTokenListing } from '@opal/contract/listings'
import { readCollectionOfToken, readOpenListings } from '@opal/store/queries/orders/listings'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { presentListing } from '../../present/present-orders.ts'

export const getTokenListingRoute = defineRoute(getTokenListing, async ({ store }, { params }) => {
  const [collectionId, listings] = await Promise.all([
    readCollectionOfToken(store, params.tokenDataId),
    readOpenListings(store, [params.tokenDataId]),
  ])
  if (collectionId !== params.collectionId) throw new TokenNotFoundError(params.tokenDataId)
  const cheapest = listings.find((listing) => listing.validity === 'valid')
  return cheapest === undefined ? null : presentListing(cheapest)
})
