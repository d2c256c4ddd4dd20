import type { MarketplaceInfo } from '@opal/contract/network'

/** Can something be done on this venue through us? Said by its status and its abilities, never by its name. */
function canOn(venue: MarketplaceInfo | undefined, ability: string): boolean {
  return venue?.status === 'active' && venue.abilities.includes(ability)
}

/** As {@link canOn}, for ways out: they stay open where a venue only lets people out. */
function canLeave(venue: MarketplaceInfo | undefined, ability: string): boolean {
  const isOpen = venue?.status === 'active' || venue?.status === 'cancel-only'
  return isOpen && venue.abilities.includes(ability)
}

/** Can something listed on this venue be bought through us? */
export function canBuyOn(venue: MarketplaceInfo | undefined): boolean {
  return canOn(venue, 'buy')
}

/** Can a listing on this venue be taken back through us? */
export function canDelistOn(venue: MarketplaceInfo | undefined): boolean {
  return canLeave(venue, 'delist')
}

/** Can a token be listed on this venue through us? */
export function canListOn(venue: MarketplaceInfo | undefined): boolean {
  return canOn(venue, 'list')
}

/** Can a listing on this venue be given another price? */
export function canUpdatePriceOn(venue: MarketplaceInfo | undefined): boolean {
  return canOn(venue, 'update-price')
}

/** Can somebody bid on one token, or on any of a collection, on this venue? */
export function canBidOn(venue: MarketplaceInfo | undefined, on: 'token' | 'collection'): boolean {
  return canOn(venue, on === 'token' ? 'place-token-offer' : 'place-collection-offer')
}

/** Can a bid on this venue be sold into? */
export function canAcceptOn(venue: MarketplaceInfo | undefined, on: 'token' | 'collection'): boolean {
  return canLeave(venue, on === 'token' ? 'accept-token-offer' : 'accept-collection-offer')
}

/** Can a bid on this venue be taken back? */
export function canCancelBidOn(venue: MarketplaceInfo | undefined, on: 'token' | 'collection'): boolean {
  return canLeave(venue, on === 'token' ? 'cancel-token-offer' : 'cancel-collection-offer')
}
