import { parseAddress } from '@opal/domain/address'
import type { VenueListing, VenueOffer } from '@opal/domain/intent'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { toListingRef, toTokenRef } from './refs.ts'
import type { PossibleItem } from './trade-plan.ts'

/** The listing of an item that was planned to have one. */
export function listingOf({ listing, token }: PossibleItem): VenueListing {
  const ref = listing === null || token === null ? null : toListingRef(listing, token)
  if (ref === null || listing === null) throw new TypeError('A planned item has no listing to name.')
  return { ...ref, marketplace: listing.marketplace }
}

/** The token of an item that was planned to have one. */
export function tokenOf({ token }: PossibleItem): TokenRef {
  const ref = token === null ? null : toTokenRef(token)
  if (ref === null) throw new TypeError('A planned item has no token to name.')
  return ref
}

/** The offer of an item that was planned to have one. */
export function offerOf({ offer }: PossibleItem): VenueOffer {
  if (offer === null) throw new TypeError('A planned item has no offer to name.')
  const { offerId, buyer, priceOctas, marketplace } = offer
  return { offerId, buyer: parseAddress(buyer), priceOctas, marketplace }
}
