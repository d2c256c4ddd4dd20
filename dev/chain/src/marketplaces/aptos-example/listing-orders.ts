import { type Address, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveContext, TokenIdV1 } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import { type Family, ofCoin } from './family.ts'
import { payCommission, payListingFee, requireOpen, storedRates } from './fees.ts'
import { type Asking, priceNow, requireBuyer, requireInTime, termsJson } from './listing-terms.ts'
import { moveObject, moveRef } from './move-values.ts'
import { createOrderObject, requireObject } from './objects.ts'
import {
  alwaysBringsLeast,
  brings,
  isHeld,
  isMovable,
  isToken,
  listedAsking,
  listedPrice,
  type OpenListing,
  openListing,
  splitOf,
} from './open-listing.ts'
import { metadataOf, royaltyRate } from './sold-token.ts'
import { burntTokenMetadata, TOKEN_TYPE } from './token-metadata.ts'
import { containTokenV1, releaseFromEscrow, tokenIn } from './token-v1-escrow.ts'

const FIXED_PRICE = 'fixed price'
const NO_OWNER = ZERO_ADDRESS

/**
 * Puts an object into escrow: a v2 token, or the container of a v1 token.
 * @param proceeds octas that a sale at the first price has to bring the seller; our package only.
 * @throws MoveAbort EBRINGS_TOO_LITTLE
 * @source coin_listing::init_fixed_price; contracts/marketplace coin_listing::place, place_for_at_least
 */
export function placeListing(
  context: MoveContext,
  family: Family,
  coin: string,
  object: Address,
  feeSchedule: Address,
  asking: Asking,
  proceeds = 0n,
): void {
  requireObject(context, object, OBJECT_CORE)
  requireObject(context, feeSchedule, family.types.feeSchedule)
  requirePrice(family, asking.priceOctas)
  requireOpen(context, family, feeSchedule)
  payListingFee(context, family, feeSchedule)
  const royalty = royaltyRate(context, tokenIn(context, family, object))
  const listing = createOrderObject(context, family.isOwn ? NO_OWNER : context.sender)
  context.putResource(listing, family.types.listing, {
    delete_ref: moveRef(listing),
    extend_ref: moveRef(listing),
    fee_schedule: moveObject(feeSchedule),
    object: moveObject(object),
    seller: toShortAddress(context.sender),
    ...storedRates(context, family, feeSchedule, royalty),
  })
  context.transferObject(context.sender, object, listing)
  const open = openListing(context, family, listing)
  setAsking(context, family, coin, open, asking)
  if (!brings(context, family, open, asking.priceOctas, proceeds)) {
    throw familyAbort(family, 'coin_listing', 'EBRINGS_TOO_LITTLE')
  }
}

/** Puts a v1 token into escrow. @source coin_listing::init_fixed_price_for_tokenv1 */
export function placeListingV1(
  context: MoveContext,
  family: Family,
  coin: string,
  token: TokenIdV1,
  feeSchedule: Address,
  asking: Asking,
  proceeds = 0n,
): void {
  requireObject(context, feeSchedule, family.types.feeSchedule)
  placeListing(context, family, coin, containTokenV1(context, family, token), feeSchedule, asking, proceeds)
}

/** Stores what a listing asks for, and announces it. @throws MoveAbort ELEAST_IS_TOO_HIGH @source contracts/marketplace coin_listing::set_terms */
function setAsking(context: MoveContext, family: Family, coin: string, open: OpenListing, asking: Asking): void {
  const { priceOctas } = asking
  if (!alwaysBringsLeast(context, family, open, asking)) {
    throw familyAbort(family, 'coin_listing', 'ELEAST_IS_TOO_HIGH')
  }
  const stated = termsJson(family, asking)
  context.putResource(open.listing, ofCoin(family.types.fixedPriceListing, coin), {
    price: String(priceOctas),
    ...stated,
  })
  emitFamilyEvent(context, family, open.feeSchedule, 'listing_placed_events', {
    ...placedData(context, family, open, priceOctas),
    ...stated,
  })
}

/** Buys a listing: royalty first, then commission of what is left, the rest to the seller. @source coin_listing::purchase */
export function purchaseListing(context: MoveContext, family: Family, coin: string, listing: Address): void {
  const open = openListing(context, family, listing)
  const asking = listedAsking(context, family, coin, listing)
  if (asking === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  requireBuyer(context, family, asking)
  const price = priceNow(context, asking)
  const metadata = metadataOf(context, tokenIn(context, family, open.object))
  const { royalty, left, commission } = splitOf(context, family, open, price)
  const paidCommission = commission < left ? commission : left

  context.withdrawApt(context.sender, price)
  closeListing(context, family, coin, open, context.sender)
  if (royalty !== null && royalty.octas > 0n) context.depositApt(royalty.payee, royalty.octas)
  payCommission(context, family, open.feeSchedule, paidCommission)
  context.depositApt(open.seller, left - paidCommission)
  if (left - paidCommission < asking.terms.leastOctas) {
    throw familyAbort(family, 'listing_terms', 'EPROCEEDS_TOO_LOW')
  }
  emitFamilyEvent(context, family, open.feeSchedule, 'listing_filled_events', {
    commission: String(family.isOwn ? paidCommission : commission),
    listing: toShortAddress(listing),
    price: String(price),
    purchaser: toShortAddress(context.sender),
    royalties: String(price - left),
    seller: toShortAddress(open.seller),
    token_metadata: metadata,
    type: FIXED_PRICE,
  })
}

/** Takes a listing back. @source coin_listing::end_fixed_price */
export function endListing(context: MoveContext, family: Family, coin: string, listing: Address): void {
  const open = openListing(context, family, listing)
  if (open.seller !== context.sender) throw familyAbort(family, 'coin_listing', 'ENOT_SELLER')
  const price = listedPrice(context, family, coin, listing)
  if (price === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  const data = placedData(context, family, open, price)
  closeListing(context, family, coin, open, context.sender)
  emitFamilyEvent(context, family, open.feeSchedule, 'listing_canceled_events', data)
}

/**
 * Ends a listing whose token is gone; one whose token is frozen loses its price and holds the token. Our package only.
 * @source contracts/marketplace coin_listing::abandon
 */
export function abandonListing(context: MoveContext, family: Family, coin: string, listing: Address): void {
  const open = openListing(context, family, listing)
  if (open.seller !== context.sender) throw familyAbort(family, 'coin_listing', 'ENOT_SELLER')
  const price = listedPrice(context, family, coin, listing)
  if (price === null && open.resource.is_suspended !== true) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  const data = placedData(context, family, open, price ?? 0n)
  if (price !== null) context.removeResource(listing, ofCoin(family.types.fixedPriceListing, coin))
  if (isToken(context, open.object) && isHeld(context, open) && !isMovable(context, open)) {
    context.putResource(listing, family.types.listing, { ...open.resource, is_suspended: true })
  } else {
    if (isMovable(context, open)) releaseFromEscrow(context, family, listing, open.object, context.sender)
    context.removeResource(listing, family.types.listing)
    context.deleteObject(listing)
  }
  if (price !== null) emitFamilyEvent(context, family, open.feeSchedule, 'listing_canceled_events', data)
}

/** Changes a listing's price to a fixed one; the event is that of placing it again. @source coin_listing::update_fixed_price */
export function updateListing(
  context: MoveContext,
  family: Family,
  coin: string,
  listing: Address,
  price: bigint,
): void {
  const open = openListing(context, family, listing)
  if (open.seller !== context.sender) throw familyAbort(family, 'coin_listing', 'ENOT_SELLER')
  const before = listedAsking(context, family, coin, listing)
  if (before === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  requirePrice(family, price)
  requireInTime(context, family, before)
  setAsking(context, family, coin, open, { priceOctas: price, terms: { ...before.terms, fall: null } })
}

/** Replaces what a listing asks for. Our package only. @source contracts/marketplace coin_listing::update_terms_many */
export function updateTerms(
  context: MoveContext,
  family: Family,
  coin: string,
  listing: Address,
  asking: Asking,
): void {
  const open = openListing(context, family, listing)
  if (open.seller !== context.sender) throw familyAbort(family, 'coin_listing', 'ENOT_SELLER')
  if (listedAsking(context, family, coin, listing) === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  setAsking(context, family, coin, open, asking)
}

/** @throws MoveAbort for a price of 0 in our own package; the family's source accepts it. */
function requirePrice(family: Family, price: bigint): void {
  if (family.isOwn && price === 0n) throw familyAbort(family, 'coin_listing', 'EPRICE_IS_ZERO')
}

/** @source listing::close */
function closeListing(context: MoveContext, family: Family, coin: string, open: OpenListing, recipient: Address) {
  releaseFromEscrow(context, family, open.listing, open.object, recipient)
  context.removeResource(open.listing, ofCoin(family.types.fixedPriceListing, coin))
  context.removeResource(open.listing, family.types.listing)
  context.deleteObject(open.listing)
}

function placedData(context: MoveContext, family: Family, open: Omit<OpenListing, 'resource'>, price: bigint) {
  return {
    listing: toShortAddress(open.listing),
    price: String(price),
    seller: toShortAddress(open.seller),
    token_metadata: listedMetadata(context, family, open.object),
    type: FIXED_PRICE,
  }
}

/** Returns the listed token's metadata. A token burnt while listed aborts the family's calls, not ours. */
function listedMetadata(context: MoveContext, family: Family, object: Address): JsonObject {
  const token = tokenIn(context, family, object)
  const isBurnt = typeof token === 'string' && context.getResource(token, TOKEN_TYPE) === null
  return family.isOwn && isBurnt ? burntTokenMetadata() : metadataOf(context, token)
}
