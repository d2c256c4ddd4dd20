import type { Address } from '@opal/domain/address'
import { OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveContext, MoveResource } from '../../modules/move-module.ts'
import { type Family, ofCoin } from './family.ts'
import { boundedRoyalty, commissionOfOrder } from './fees.ts'
import { type Asking, askingOf, canBuy, priceNow } from './listing-terms.ts'
import { addressAt } from './move-values.ts'
import { isOwner, requireObject } from './objects.ts'
import { royaltyCharge } from './sold-token.ts'
import { TOKEN_TYPE } from './token-metadata.ts'
import { tokenIn } from './token-v1-escrow.ts'

/** An open listing as its resource describes it. */
export interface OpenListing {
  readonly listing: Address
  readonly seller: Address
  /** The v2 token, or the container of a v1 token. */
  readonly object: Address
  readonly feeSchedule: Address
  readonly resource: MoveResource
}

/** Reads an open listing. @throws MoveAbort when it is sold, delisted or never was. */
export function openListing(context: MoveContext, family: Family, listing: Address): OpenListing {
  const resource = requireObject(context, listing, family.types.listing)
  return {
    listing,
    seller: addressAt(resource, 'seller'),
    object: addressAt(resource, 'object.inner'),
    feeSchedule: addressAt(resource, 'fee_schedule.inner'),
    resource,
  }
}

/** Returns what a listing asks for in this coin, null when it has no price in it. */
export function listedAsking(context: MoveContext, family: Family, coin: string, listing: Address): Asking | null {
  const resource = context.getResource(listing, ofCoin(family.types.fixedPriceListing, coin))
  return resource === null ? null : askingOf(family, resource)
}

/** Returns the price of a listing in this coin now, null when it has none. @source coin_listing::price */
export function listedPrice(context: MoveContext, family: Family, coin: string, listing: Address): bigint | null {
  const asking = listedAsking(context, family, coin, listing)
  return asking === null ? null : priceNow(context, asking)
}

/** Returns the price at which an account can buy now, null when it cannot. @source contracts/marketplace coin_listing::price_for */
export function priceFor(
  context: MoveContext,
  family: Family,
  coin: string,
  listing: Address,
  buyer: Address,
): bigint | null {
  const asking = listedAsking(context, family, coin, listing)
  if (asking === null || !canBuy(context, asking, buyer)) return null
  const open = openListing(context, family, listing)
  if (!isDeliverable(context, family, open)) return null
  const price = priceNow(context, asking)
  return bringsLeast(context, family, open, asking, price) ? price : null
}

/** Returns whether the listed token exists and may be moved. @source contracts/marketplace listing::is_deliverable */
function isDeliverable(context: MoveContext, family: Family, open: OpenListing): boolean {
  const isV1 = typeof tokenIn(context, family, open.object) !== 'string'
  return isV1 || (isToken(context, open.object) && isMovable(context, open))
}

/** Returns whether an object is a v2 token. */
export function isToken(context: MoveContext, object: Address): boolean {
  return context.getResource(object, TOKEN_TYPE) !== null
}

/** Returns whether the listing owns the listed object. */
export function isHeld(context: MoveContext, { listing, object }: OpenListing): boolean {
  return context.objectExists(object) && isOwner(context, object, listing)
}

/** Returns whether the listing can transfer the listed object. @source contracts/marketplace listing::is_movable */
export function isMovable(context: MoveContext, open: OpenListing): boolean {
  return isHeld(context, open) && context.getResource(open.object, OBJECT_CORE)?.allow_ungated_transfer === true
}

/** Returns whether a sale at this price brings the seller what they accept. @source contracts/marketplace coin_listing::brings_least */
function bringsLeast(
  context: MoveContext,
  family: Family,
  open: OpenListing,
  { terms }: Asking,
  price: bigint,
): boolean {
  return brings(context, family, open, price, terms.leastOctas)
}

/**
 * Returns whether a sale brings the seller what they accept at each price that is asked: one on the way can bring an octa less than the last.
 * @source contracts/marketplace coin_listing::always_brings_least
 */
export function alwaysBringsLeast(
  context: MoveContext,
  family: Family,
  open: OpenListing,
  { priceOctas, terms: { fall, leastOctas } }: Asking,
): boolean {
  return brings(
    context,
    family,
    open,
    fall?.endOctas ?? priceOctas,
    fall === null || leastOctas === 0n ? leastOctas : leastOctas + 1n,
  )
}

/** Returns whether a sale at this price brings the seller an amount. @source contracts/marketplace coin_listing::brings */
export function brings(context: MoveContext, family: Family, open: OpenListing, price: bigint, least: bigint): boolean {
  if (least === 0n) return true
  const { left, commission } = splitOf(context, family, open, price)
  return left >= commission && left - commission >= least
}

/** Returns how a sale at this price is split: the royalty, what it leaves, and the commission, which may be more than that. */
export function splitOf(context: MoveContext, family: Family, open: OpenListing, price: bigint) {
  const charged = royaltyCharge(context, tokenIn(context, family, open.object), price)
  const royalty = charged && { ...charged, octas: boundedRoyalty(open.resource, charged.octas, price) }
  const commission = commissionOfOrder(context, family, open.feeSchedule, open.resource, price)
  return { royalty, left: price - (royalty?.octas ?? 0n), commission }
}
