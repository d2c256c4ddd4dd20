import type { MarketplaceInfo } from '@opal/contract/network'
import type { Listing } from '@opal/contract/shapes/orders'

/** Returns whether this site offers an ability on a marketplace, by its status and abilities, never by its name. */
function canOn(marketplace: MarketplaceInfo | undefined, ability: string): boolean {
  return marketplace?.status === 'active' && marketplace.abilities.includes(ability)
}

/** As {@link canOn}, for actions that end an order: a `cancel-only` marketplace allows them too. */
function canLeave(marketplace: MarketplaceInfo | undefined, ability: string): boolean {
  const isOpen = marketplace?.status === 'active' || marketplace?.status === 'cancel-only'
  return isOpen && marketplace.abilities.includes(ability)
}

/** Returns whether listings of this marketplace can be bought here. */
export function canBuyOn(marketplace: MarketplaceInfo | undefined): boolean {
  return canOn(marketplace, 'buy')
}

/** Returns whether a listing on this marketplace can be cancelled here. */
export function canDelistOn(marketplace: MarketplaceInfo | undefined): boolean {
  return canLeave(marketplace, 'delist')
}

/** Returns whether a token can be listed on this marketplace here. */
export function canListOn(marketplace: MarketplaceInfo | undefined): boolean {
  return canOn(marketplace, 'list')
}

/** Returns whether tokens can be listed on terms on this marketplace here: an expiry, a falling price, a reserved buyer. */
export function canListOnTerms(marketplace: MarketplaceInfo | undefined): boolean {
  return canOn(marketplace, 'list-on-terms')
}

/** Returns whether the price of a listing on this marketplace can be changed here. */
export function canUpdatePriceOn(marketplace: MarketplaceInfo | undefined): boolean {
  return canOn(marketplace, 'update-price')
}

/** Returns whether the terms of listings on this marketplace can be replaced here. */
export function canUpdateTermsOn(marketplace: MarketplaceInfo | undefined): boolean {
  return canOn(marketplace, 'update-terms')
}

/**
 * Returns whether the seller of a listing can edit it here: one that has expired needs new terms. A frozen item cannot be taken back, and is for
 * sale at the listed price as soon as its creator unfreezes it: another price is all that its seller can do.
 */
export function canEditListing(
  { validity }: Pick<Listing, 'validity'>,
  marketplace: MarketplaceInfo | undefined,
): boolean {
  if (validity === 'expired') return canUpdateTermsOn(marketplace)
  return ['valid', 'reserved', 'token-frozen'].includes(validity) && canUpdatePriceOn(marketplace)
}

/** Returns whether token or collection offers can be placed on this marketplace here. */
export function canBidOn(marketplace: MarketplaceInfo | undefined, on: 'token' | 'collection'): boolean {
  return canOn(marketplace, on === 'token' ? 'place-token-offer' : 'place-collection-offer')
}

/** Returns whether bids on this marketplace end at the time that their bidder chose; of an unknown one they do. */
export function bidsExpireOn(marketplace: MarketplaceInfo | undefined): boolean {
  return marketplace?.bidsExpire !== false
}

/** Returns whether bids that one deposit pays can be placed on this marketplace here. */
export function hasPools(marketplace: MarketplaceInfo | undefined): boolean {
  return canOn(marketplace, 'place-pool-offer')
}

/** Returns whether a bidder can withdraw what a bid pool of this marketplace holds here. */
export function canWithdrawFrom(marketplace: MarketplaceInfo | undefined): boolean {
  return canLeave(marketplace, 'withdraw-from-pool')
}

/** Returns whether token or collection offers of this marketplace can be accepted here. */
export function canAcceptOn(marketplace: MarketplaceInfo | undefined, on: 'token' | 'collection'): boolean {
  return canLeave(marketplace, on === 'token' ? 'accept-token-offer' : 'accept-collection-offer')
}

/** Returns whether token or collection offers on this marketplace can be cancelled here. */
export function canCancelBidOn(marketplace: MarketplaceInfo | undefined, on: 'token' | 'collection'): boolean {
  return canLeave(marketplace, on === 'token' ? 'cancel-token-offer' : 'cancel-collection-offer')
}
