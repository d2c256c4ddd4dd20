import { type Address, toShortAddress } from '@opal/domain/address'
import type { MoveContext, TokenIdV1 } from '../../move-module.ts'
import { OBJECT_CORE } from '../../object-core.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import { type Family, ofCoin } from './family.ts'
import { commissionOf, feeAddress, payListingFee } from './fees.ts'
import { addressAt, moveObject, moveRef, u64At } from './move-values.ts'
import { createOrderObject, requireObject } from './objects.ts'
import { metadataOf, royaltyCharge } from './sold-token.ts'
import { containTokenV1, releaseFromEscrow, tokenIn } from './token-v1-escrow.ts'

const FIXED_PRICE = 'fixed price'

/** Puts an object into escrow at a price: a v2 token, or the container of a v1 token. @source coin_listing::init_fixed_price */
export function placeListing(
  context: MoveContext,
  family: Family,
  coin: string,
  object: Address,
  feeSchedule: Address,
  price: bigint,
): void {
  requireObject(context, object, OBJECT_CORE)
  requireObject(context, feeSchedule, family.types.feeSchedule)
  payListingFee(context, family, feeSchedule)
  const listing = createOrderObject(context)
  context.putResource(listing, family.types.listing, {
    delete_ref: moveRef(listing),
    extend_ref: moveRef(listing),
    fee_schedule: moveObject(feeSchedule),
    object: moveObject(object),
    seller: toShortAddress(context.sender),
  })
  context.transferObject(context.sender, object, listing)
  context.putResource(listing, ofCoin(family.types.fixedPriceListing, coin), { price: String(price) })
  const open = { listing, seller: context.sender, object, feeSchedule }
  emitFamilyEvent(context, family, feeSchedule, 'listing_placed_events', placedData(context, family, open, price))
}

/** Puts a v1 token into escrow at a price. @source coin_listing::init_fixed_price_for_tokenv1 */
export function placeListingV1(
  context: MoveContext,
  family: Family,
  coin: string,
  token: TokenIdV1,
  feeSchedule: Address,
  price: bigint,
): void {
  requireObject(context, feeSchedule, family.types.feeSchedule)
  placeListing(context, family, coin, containTokenV1(context, family, token), feeSchedule, price)
}

/** Buys a listing: royalty first, then commission of what is left, the rest to the seller. @source coin_listing::purchase */
export function purchaseListing(context: MoveContext, family: Family, coin: string, listing: Address): void {
  const open = openListing(context, family, listing)
  const price = listedPrice(context, family, coin, listing)
  if (price === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  const token = tokenIn(context, family, open.object)
  const metadata = metadataOf(context, token)
  const royalty = royaltyCharge(context, token, price)
  const left = price - (royalty?.octas ?? 0n)
  const commission = commissionOf(context, family, open.feeSchedule, price)
  const paidCommission = commission < left ? commission : left

  context.withdrawApt(context.sender, price)
  closeListing(context, family, coin, open, context.sender)
  if (royalty !== null && royalty.octas > 0n) context.depositApt(royalty.payee, royalty.octas)
  context.depositApt(feeAddress(context, family, open.feeSchedule), paidCommission)
  context.depositApt(open.seller, left - paidCommission)
  emitFamilyEvent(context, family, open.feeSchedule, 'listing_filled_events', {
    commission: String(commission),
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

/** Changes a listing's price; the chain tells it as the listing being placed again. @source coin_listing::update_fixed_price */
export function updateListing(
  context: MoveContext,
  family: Family,
  coin: string,
  listing: Address,
  price: bigint,
): void {
  const open = openListing(context, family, listing)
  if (open.seller !== context.sender) throw familyAbort(family, 'coin_listing', 'ENOT_SELLER')
  if (listedPrice(context, family, coin, listing) === null) throw familyAbort(family, 'coin_listing', 'ENO_LISTING')
  context.putResource(listing, ofCoin(family.types.fixedPriceListing, coin), { price: String(price) })
  emitFamilyEvent(context, family, open.feeSchedule, 'listing_placed_events', placedData(context, family, open, price))
}

export interface OpenListing {
  readonly listing: Address
  readonly seller: Address
  /** The v2 token, or the container of a v1 token. */
  readonly object: Address
  readonly feeSchedule: Address
}

/** Reads an open listing. @throws MoveAbort when it is sold, delisted or never was. */
export function openListing(context: MoveContext, family: Family, listing: Address): OpenListing {
  const resource = requireObject(context, listing, family.types.listing)
  return {
    listing,
    seller: addressAt(resource, 'seller'),
    object: addressAt(resource, 'object.inner'),
    feeSchedule: addressAt(resource, 'fee_schedule.inner'),
  }
}

/** Price of a fixed-price listing in this coin, null when it has none. */
export function listedPrice(context: MoveContext, family: Family, coin: string, listing: Address): bigint | null {
  const resource = context.getResource(listing, ofCoin(family.types.fixedPriceListing, coin))
  return resource === null ? null : u64At(resource, 'price')
}

/** @source listing::close */
function closeListing(context: MoveContext, family: Family, coin: string, open: OpenListing, recipient: Address) {
  releaseFromEscrow(context, family, open.listing, open.object, recipient)
  context.removeResource(open.listing, ofCoin(family.types.fixedPriceListing, coin))
  context.removeResource(open.listing, family.types.listing)
  context.deleteObject(open.listing)
}

function placedData(context: MoveContext, family: Family, open: OpenListing, price: bigint) {
  return {
    listing: toShortAddress(open.listing),
    price: String(price),
    seller: toShortAddress(open.seller),
    token_metadata: metadataOf(context, tokenIn(context, family, open.object)),
    type: FIXED_PRICE,
  }
}
