import type { Address } from '@opal/domain/address'
import type { Intent, ListingRef, OfferRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import type { DemoMarketplace } from '../demo-marketplaces.ts'
import type { CollectionMarket, MarketToken, OpenListing, OpenOffer, Participant } from '../market-state.ts'
import type { Action } from './action.ts'

/** A call for a participant to send. */
export interface Step {
  readonly person: Participant
  readonly payload: EntryFunctionPayload
}

/**
 * Returns the signed call that an action takes at a marketplace.
 * @throws Error when the marketplace does not offer it.
 */
export function stepOf(
  marketplace: DemoMarketplace,
  market: CollectionMarket,
  action: Action,
  nowSeconds: bigint,
): Step {
  switch (action.kind) {
    case 'list':
      return step(marketplace, action.token.owner, {
        kind: 'list',
        token: tokenRef(action.token),
        priceOctas: action.priceOctas,
      })
    case 'reprice':
      return step(marketplace, action.listing.seller, {
        kind: 'update-price',
        listing: listingRef(action.listing),
        priceOctas: action.priceOctas,
      })
    case 'delist':
      return step(marketplace, action.listing.seller, { kind: 'delist', listing: listingRef(action.listing) })
    case 'buy':
      return step(marketplace, action.buyer, { kind: 'buy', listing: listingRef(action.listing) })
    case 'give':
      return { person: action.token.owner, payload: transferPayload(action.token.address, action.to.trader.address) }
    default:
      return offerStep(marketplace, market, action, nowSeconds)
  }
}

type OfferAction = Extract<Action, { kind: 'bid-collection' | 'bid-token' | 'accept' | 'cancel-offer' }>

function offerStep(
  marketplace: DemoMarketplace,
  market: CollectionMarket,
  action: OfferAction,
  nowSeconds: bigint,
): Step {
  switch (action.kind) {
    case 'bid-collection':
      return step(marketplace, action.bidder, {
        kind: 'place-collection-offer',
        collection: { standard: 'v2', collectionId: market.id },
        priceOctas: action.priceOctas,
        amount: action.amount,
        expiresAtSeconds: nowSeconds + secondsOf(action.days),
      })
    case 'bid-token':
      return step(marketplace, action.bidder, {
        kind: 'place-token-offer',
        token: tokenRef(action.token),
        priceOctas: action.priceOctas,
        expiresAtSeconds: nowSeconds + secondsOf(action.days),
      })
    case 'accept':
      return step(marketplace, action.token.owner, {
        kind: action.offer.token === null ? 'accept-collection-offer' : 'accept-token-offer',
        offer: offerRef(action.offer),
        token: tokenRef(action.token),
      })
    case 'cancel-offer':
      return step(marketplace, action.offer.bidder, cancelIntent(action.offer))
  }
}

function cancelIntent(offer: OpenOffer): Intent {
  return offer.token === null
    ? { kind: 'cancel-collection-offer', offer: offerRef(offer) }
    : { kind: 'cancel-token-offer', offer: offerRef(offer), token: tokenRef(offer.token) }
}

function step(marketplace: DemoMarketplace, person: Participant, intent: Intent): Step {
  const build = marketplace.adapter.payload[intent.kind] as
    | ((contracts: MarketplaceContracts, intent: Intent) => Step['payload'])
    | undefined
  if (build === undefined) throw new Error(`${marketplace.adapter.displayName} does not offer ${intent.kind}`)
  return { person, payload: build(marketplace.contracts, intent) }
}

function transferPayload(object: Address, to: Address): Step['payload'] {
  return {
    function: '0x1::object::transfer',
    typeArguments: ['0x4::token::Token'],
    functionArguments: [object, to],
  }
}

function tokenRef(token: MarketToken): TokenRef {
  return { standard: 'v2', tokenDataId: token.address }
}

function listingRef(listing: OpenListing): ListingRef {
  return {
    listingId: listing.id,
    token: tokenRef(listing.token),
    seller: listing.seller.trader.address,
    priceOctas: listing.priceOctas,
  }
}

function offerRef(offer: OpenOffer): OfferRef {
  return { offerId: offer.id, buyer: offer.bidder.trader.address, priceOctas: offer.priceOctas }
}

function secondsOf(days: number): bigint {
  return BigInt(days) * 86_400n
}
