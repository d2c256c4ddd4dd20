import type { Address } from '@opal/domain/address'
import type { VenueOffer } from '@opal/domain/intent'
import type { Rate } from '@opal/domain/rates'
import { splitPrice } from '@opal/domain/sale-split'
import { isOffered } from '../build-payload.ts'
import type { TradingPlace } from './trading-place.ts'

/** An open collection offer that a token could be sold into. */
export interface StandingOffer extends VenueOffer {
  /** Unix seconds; null when the venue has no expiry. */
  readonly expiresAtSeconds: bigint | null
}

export interface BestOffer<Offer extends StandingOffer> {
  readonly offer: Offer
  /** Octas that reach the seller: the price without the venue's commission and the royalty. */
  readonly netOctas: bigint
}

/**
 * The offer that brings a seller most after fees; null when none can be sold into. A higher price at a dearer venue may
 * bring less. Of equal ones the first wins. Own and expired offers are left out, and those of venues that take none.
 *
 * @param royalty of the token's collection.
 */
export function bestOffer<Offer extends StandingOffer>(
  offers: readonly Offer[],
  { marketplaces }: Pick<TradingPlace, 'marketplaces'>,
  { seller, royalty, nowSeconds }: { readonly seller: Address; readonly royalty: Rate; readonly nowSeconds: bigint },
): BestOffer<Offer> | null {
  let best: BestOffer<Offer> | null = null
  for (const offer of offers) {
    const venue = marketplaces.find(({ adapter }) => adapter.id === offer.marketplace)
    if (venue === undefined || !isOffered(venue, 'accept-collection-offer')) continue
    const isExpired = offer.expiresAtSeconds !== null && offer.expiresAtSeconds <= nowSeconds
    if (isExpired || offer.buyer === seller) continue
    const netOctas = splitPrice(offer.priceOctas, venue.contracts.commission, royalty).sellerOctas
    if (best === null || netOctas > best.netOctas) best = { offer, netOctas }
  }
  return best
}
