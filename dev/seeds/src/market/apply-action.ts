import type { Address } from '@opal/domain/address'
import { applyRate } from '@opal/domain/prices/rates'
import type { Action } from './action.ts'
import type { CollectionMarket, MarketToken, OpenListing, OpenOffer, Participant } from './market-state.ts'
import type { Venue } from './venue.ts'

/**
 * Takes an action into the picture of the market, as the chain will.
 * @param created object that the action's transaction creates, for listings and offers
 * @param venue where it is done
 */
export function applyAction(
  market: CollectionMarket,
  action: Action,
  created: Address,
  day: number,
  venue: Venue,
): void {
  switch (action.kind) {
    case 'list': {
      const { token, priceOctas } = action
      const listing: OpenListing = { id: created, venue, token, seller: token.owner, priceOctas, day }
      token.listing = listing
      market.listings.add(listing)
      return
    }
    case 'reprice':
      action.listing.priceOctas = action.priceOctas
      action.listing.day = day
      return
    case 'delist':
      closeListing(market, action.listing)
      return
    case 'buy':
      closeListing(market, action.listing)
      action.buyer.balance -= action.listing.priceOctas
      settle(market, action.listing.token, action.listing.seller, action.buyer, action.listing.priceOctas, venue)
      return
    case 'bid-collection':
      addOffer(market, { ...action, token: null, remaining: action.amount, id: created, venue }, day + action.days)
      return
    case 'bid-token':
      addOffer(market, { ...action, remaining: 1n, id: created, venue }, day + action.days)
      return
    case 'accept':
      fill(market, action.offer, action.token)
      return
    case 'cancel-offer':
      market.offers.delete(action.offer)
      action.offer.bidder.balance += action.offer.priceOctas * action.offer.remaining
      return
    case 'give':
      action.token.owner = action.to
  }
}

function closeListing(market: CollectionMarket, listing: OpenListing): void {
  listing.token.listing = null
  market.listings.delete(listing)
}

/** The offer holds its money from the start. */
function addOffer(
  market: CollectionMarket,
  offer: Pick<OpenOffer, 'id' | 'venue' | 'bidder' | 'priceOctas' | 'token' | 'remaining'>,
  expiresDay: number,
): void {
  const { id, venue, bidder, priceOctas, token, remaining } = offer
  bidder.balance -= priceOctas * remaining
  market.offers.add({ id, venue, bidder, priceOctas, token, remaining, expiresDay })
}

function fill(market: CollectionMarket, offer: OpenOffer, token: MarketToken): void {
  offer.remaining -= 1n
  if (offer.remaining === 0n) market.offers.delete(offer)
  settle(market, token, token.owner, offer.bidder, offer.priceOctas, offer.venue)
}

function settle(
  market: CollectionMarket,
  token: MarketToken,
  seller: Participant,
  buyer: Participant,
  priceOctas: bigint,
  { contracts }: Venue,
): void {
  const royalty = (priceOctas * BigInt(market.demo.royaltyBps)) / 10_000n
  seller.balance += priceOctas - royalty - applyRate(priceOctas, contracts.commission)
  token.owner = buyer
}
