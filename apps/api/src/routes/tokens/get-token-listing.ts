import { getTokenListing } from '@opal/contract/endpoints/get-token-listing'
import { readOpenListings } from '@opal/store/read/read-token-orders'
import { defineRoute } from '../../http/route.ts'
import { presentListing } from '../../present/present-orders.ts'

export const getTokenListingRoute = defineRoute(getTokenListing, async ({ store }, { params }) => {
  const listings = await readOpenListings(store, [params.tokenDataId])
  const cheapest = listings.find((listing) => listing.validity === 'valid')
  return cheapest === undefined ? null : presentListing(cheapest)
})
