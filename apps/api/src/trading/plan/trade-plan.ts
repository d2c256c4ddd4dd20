import type { TokenNames, TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { CommissionedOrder } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'

/** A token in a plan. The image of its collection is not read for withdrawals, which show their orders. */
export type PlannedToken = TokenHead & Partial<Pick<TokenRow, 'collectionImage'>>

/** One asked item after the rules: what it would trade, or why it cannot. */
export interface PlannedItem {
  /** Null for a bid on any token of a collection. */
  readonly tokenDataId: Address | null
  readonly collectionId: string | null
  readonly token: PlannedToken | null
  readonly listing: ListingRow | null
  readonly offer: AnyOfferRow | null
  readonly deployed: DeployedMarketplace | null
  /** Per token: the price of the listing or the offer, or the one to list or bid at. Null where nothing is paid. */
  readonly priceOctas: bigint | null
  readonly quantity: bigint
  /** Names for the call, where the token has none: of a collection, or of a token that is claimed. */
  readonly names?: TokenNames | null
  readonly reason: TradeReason | null
}

/** An asked item about which nothing has been found out yet. */
export const BLANK_ITEM: PlannedItem = {
  tokenDataId: null,
  collectionId: null,
  token: null,
  listing: null,
  offer: null,
  deployed: null,
  priceOctas: null,
  quantity: 1n,
  reason: null,
}

/** An item of a marketplace that can be traded. */
export interface PossibleItem extends PlannedItem {
  readonly deployed: DeployedMarketplace
  readonly priceOctas: bigint
  readonly reason: null
}

/** Returns whether the item can be part of a payload. */
export function isPossible(item: PlannedItem): item is PossibleItem {
  return item.reason === null && item.deployed !== null && item.priceOctas !== null
}

/**
 * Returns what decides the commission of an item's sale at a price: the order it fills stores when it was placed. A listing that moves to
 * another marketplace is placed there now.
 */
export function commissionedOrder({ offer, listing, deployed }: PlannedItem, priceOctas: bigint): CommissionedOrder {
  const stays = listing !== null && listing.marketplace === deployed?.adapter.id
  return { priceOctas, placedAtMicros: (offer ?? (stays ? listing : null))?.placedAtMicros ?? null }
}

/** Why an item, or a whole trade, cannot go ahead: stable codes with the sentences users read. */
export const REASONS = {
  /** @source docs/product/trading.md#sold-or-delisted */
  listingGone: { code: 'listing-gone', sentence: 'Token is already sold or delisted' },
  listedElsewhere: {
    code: 'listing-gone',
    sentence: 'This marketplace has no such listing. The token is listed on another one.',
  },
  tokenFrozen: { code: 'token-frozen', sentence: 'Its creator has frozen this item: it can’t be sold for now.' },
  ownListing: { code: 'own-listing', sentence: 'This is your own listing.' },
  notYourListing: {
    code: 'not-owner',
    sentence: 'This listing belongs to another wallet. Only its seller can edit or cancel it.',
  },
  notYourToken: { code: 'not-owner', sentence: 'This item isn’t in your wallet.' },
  editionNotNamed: {
    code: 'edition-not-named',
    sentence: 'You hold several editions of this item. Choose the one you mean in your portfolio.',
  },
  unknownToken: { code: 'token-not-found', sentence: 'This item hasn’t been indexed yet.' },
  tokenGone: {
    code: 'token-gone',
    sentence: 'The token was burned, so it can’t be returned, and no one can buy it.',
  },
  alreadyListed: {
    code: 'already-listed',
    sentence: 'This item is already listed. Edit its price or delist it first.',
  },
  /** @source docs/product/trading.md#prices-too-low */
  priceTooLow: { code: 'price-too-low', sentence: 'Price cannot be below 0.001' },
  /** @source docs/product/bids.md#offer-price */
  offerTooLow: { code: 'price-too-low', sentence: 'Offer Price cannot be below than 0.001 ' },
  /** @source docs/product/bids.md#below-the-floor */
  offerAboveFloor: { code: 'above-floor', sentence: 'Should be less than floor price' },
  endPriceTooHigh: { code: 'end-price-too-high', sentence: 'The end price must be below the starting price.' },
  fallPast: { code: 'expiry-past', sentence: 'The price drop must end in the future.' },
  needsNewExpiry: {
    code: 'listing-expired',
    sentence: 'This listing has expired. Give it a new expiry, or delist it.',
  },
  fallBegun: {
    code: 'fall-begun',
    sentence: 'The price would already be below the one shown. Check your device’s clock, then start again.',
  },
  listingExpired: { code: 'listing-expired', sentence: 'This listing has expired.' },
  listingReserved: { code: 'listing-reserved', sentence: 'This listing is reserved for another wallet.' },
  expiryPast: { code: 'expiry-past', sentence: 'That date has passed.' },
  /** @source docs/product/trading.md#own-tokens */
  ownToken: { code: 'own-token', sentence: 'You already own this item.' },
  ownAskBelow: {
    code: 'own-listing',
    sentence: 'You have this item for sale at this price or less. Anyone could buy it and sell it into your bid.',
  },
  offerGone: { code: 'offer-gone', sentence: 'This bid was already accepted or canceled.' },
  /** Also where its holder has bids on it: those cannot be sold into, and it would be wrong that there are none. */
  noOffer: { code: 'offer-gone', sentence: 'No one else is bidding on this item now.' },
  noOfferLeft: { code: 'offer-gone', sentence: 'No bids are left for this item.' },
  noOfferAtPrice: { code: 'price-changed', sentence: 'No bid at this price or more is left.' },
  setUnknown: {
    code: 'set-unknown',
    sentence: 'This bid’s list of items isn’t published yet, so no one could sell into it.',
  },
  poolTooSmall: { code: 'pool-too-small', sentence: 'Your bid pool holds less than that.' },
  nothingToMove: { code: 'nothing-to-move', sentence: 'Enter an amount above zero.' },
  notYourOffer: { code: 'not-owner', sentence: 'Only the bidder can cancel this bid.' },
  nothingToClaim: {
    code: 'nothing-to-claim',
    sentence: 'There’s nothing to claim: it was already claimed or taken back, or wasn’t sent to your wallet.',
  },
  nothingToTakeBack: { code: 'nothing-to-claim', sentence: 'This was already claimed or taken back.' },
  listedToken: { code: 'token-listed', sentence: 'This item is listed. Delist it first.' },
  /** @source docs/product/trading.md#recipients */
  toNoWallet: {
    code: 'to-no-wallet',
    sentence: 'This is the address of an item, a collection or a contract, not of a wallet. What’s sent there is lost.',
  },
  toYourself: { code: 'to-yourself', sentence: 'This is your own wallet.' },
  priceChanged: { code: 'price-changed', sentence: 'The price has changed.' },
  duplicate: { code: 'duplicate', sentence: 'This item is in the list twice.' },
  onlyOne: {
    code: 'duplicate',
    sentence: 'There’s only one of this item, and another listing of it is already in the list.',
  },
  duplicateOrder: { code: 'duplicate', sentence: 'This order is in the list twice.' },
  /** @source docs/product/trading.md#delist-many */
  delistOneAtATime: { code: 'one-at-a-time', sentence: 'Please Delist one nft at a time' },
  oneAtATime: { code: 'one-at-a-time', sentence: 'These can’t share one transaction. Do them one at a time.' },
  inTwoSteps: {
    code: 'one-at-a-time',
    sentence: 'This can’t be done in one transaction. Delist it first.',
  },
  tooManyAtOnce: { code: 'one-at-a-time', sentence: 'This didn’t fit into the transaction. Do it next.' },
  nothingForSale: { code: 'nothing-for-sale', sentence: 'Nothing matching is for sale right now.' },
  splitDiffers: {
    code: 'split-differs',
    sentence:
      'The marketplace would split the price differently from its stated rates, so you would not receive what is shown. Nothing was sent.',
  },
  splitOtherwise: {
    code: 'split-differs',
    sentence:
      'The split between seller, marketplace and artist differs from their usual rates. What you pay or receive stays the same.',
  },
  insufficientBalance: { code: 'insufficient-balance', sentence: 'Not enough APT in your wallet.' },
  simulationTooLarge: {
    code: 'simulation-too-large',
    sentence: 'This couldn’t be checked: the items’ data is too large. Nothing was sent.',
  },
  itemTooLarge: {
    code: 'simulation-too-large',
    sentence: 'This couldn’t be checked: the item’s data is too large. Nothing was sent.',
  },
  nodeUnavailable: { code: 'node-unavailable', sentence: 'The network isn’t responding. Nothing was sent. Try again.' },
} as const satisfies Record<string, TradeReason>

/** Returns the warning that a seller bids more for some of their items than they ask for them. */
export function ownBidsAbove(items: number): TradeReason {
  const sentence =
    items === 1
      ? 'You’re bidding more for this item than you ask for it. Anyone could buy it and sell it into your bid.'
      : `You’re bidding more for ${items} of these items than you ask for them. Anyone could buy them and sell them into your bids.`
  return { code: 'own-bid', sentence }
}

/** Returns the reason that the marketplace is closed for this. */
export function marketplaceClosed(displayName: string): TradeReason {
  return { code: 'marketplace-closed', sentence: `${displayName} is closed to these trades.` }
}

/** Returns the reason that the marketplace does not support this. */
export function notOffered(displayName: string): TradeReason {
  return { code: 'not-offered', sentence: `${displayName} doesn’t support this.` }
}
