import { type Address, toShortAddress } from '@opal/domain/address'
import type { MoveContext } from '../../move-module.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import type { Family } from './family.ts'
import { payListingFee } from './fees.ts'
import { addressAt, moveObject, moveRef, u64At } from './move-values.ts'
import { createOrderObject, isOwner, requireObject, updateResource } from './objects.ts'
import { closeOffer, fillEscrow, takeFromEscrow } from './offer-escrow.ts'
import { settleOffer } from './settle-offer.ts'
import { COLLECTION_TYPE, collectionMetadata, collectionOf, TOKEN_TYPE, tokenMetadata } from './token-metadata.ts'

/** Offers a price for any `amount` tokens of a v2 collection and holds the money. @source collection_offer::init_for_tokenv2_entry */
export function placeCollectionOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  collection: Address,
  feeSchedule: Address,
  terms: { readonly price: bigint; readonly amount: bigint; readonly expiration: bigint },
): void {
  requireObject(context, collection, COLLECTION_TYPE)
  requireObject(context, feeSchedule, family.types.feeSchedule)
  const offer = createOrderObject(context)
  context.putResource(offer, family.types.collectionOffer, {
    delete_ref: moveRef(offer),
    expiration_time: String(terms.expiration),
    fee_schedule: moveObject(feeSchedule),
    item_price: String(terms.price),
    remaining: String(terms.amount),
  })
  payListingFee(context, family, feeSchedule)
  fillEscrow(context, family, 'collection_offer', { address: offer, coin }, terms.price * terms.amount)
  context.putResource(offer, family.types.collectionOfferTokenV2, { collection: moveObject(collection) })
  emitFamilyEvent(context, family, feeSchedule, 'collection_offer_placed_events', {
    collection_metadata: collectionMetadata(context, collection),
    collection_offer: toShortAddress(offer),
    price: String(terms.price),
    purchaser: toShortAddress(context.sender),
    token_amount: String(terms.amount),
  })
}

/** Takes an offer back, with what is left of its money. @source collection_offer::cancel */
export function cancelCollectionOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const open = openCollectionOffer(context, family, offer)
  if (!isOwner(context, offer, context.sender)) throw familyAbort(family, 'collection_offer', 'ENOT_OWNER')
  const collection = wantedCollection(context, family, offer)
  if (collection === null) throw familyAbort(family, 'collection_offer', 'ENO_TOKEN_OFFER')
  emitFamilyEvent(context, family, open.feeSchedule, 'collection_offer_canceled_events', {
    collection_metadata: collectionMetadata(context, collection),
    collection_offer: toShortAddress(offer),
    price: String(open.price),
    purchaser: toShortAddress(context.sender),
    remaining_token_amount: String(open.remaining),
  })
  closeOffer(context, family, 'collection_offer', { address: offer, coin })
}

/** Sells one token into a collection offer. @source collection_offer::sell_tokenv2 */
export function sellToCollectionOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  offer: Address,
  token: Address,
): void {
  const open = openCollectionOffer(context, family, offer)
  const wanted = wantedCollection(context, family, offer)
  if (wanted === null) throw familyAbort(family, 'collection_offer', 'ENO_TOKEN_OFFER')
  requireObject(context, token, TOKEN_TYPE)
  if (collectionOf(context, token) !== wanted) throw familyAbort(family, 'collection_offer', 'EINCORRECT_COLLECTION')
  const buyer = context.ownerOf(offer)
  context.transferObject(context.sender, token, buyer)
  if (context.nowSeconds >= open.expiration) throw familyAbort(family, 'collection_offer', 'EEXPIRED')
  const sale = { feeSchedule: open.feeSchedule, token, seller: context.sender, buyer, priceOctas: open.price }
  takeFromEscrow(context, family, 'collection_offer', { address: offer, coin }, open.price)
  const figures = settleOffer(context, family, sale, true)
  emitFamilyEvent(context, family, open.feeSchedule, 'collection_offer_filled_events', {
    ...figures,
    collection_offer: toShortAddress(offer),
    token_metadata: tokenMetadata(context, token),
  })
  const remaining = open.remaining - 1n
  updateResource(context, offer, family.types.collectionOffer, { remaining: String(remaining) })
  if (remaining === 0n) closeOffer(context, family, 'collection_offer', { address: offer, coin })
}

/** Reads an open offer. @throws MoveAbort */
export function openCollectionOffer(context: MoveContext, family: Family, offer: Address) {
  const resource = requireObject(context, offer, family.types.collectionOffer)
  return {
    price: u64At(resource, 'item_price'),
    remaining: u64At(resource, 'remaining'),
    expiration: u64At(resource, 'expiration_time'),
    feeSchedule: addressAt(resource, 'fee_schedule.inner'),
  }
}

/** The v2 collection an offer wants; null for offers on v1 collections. */
export function wantedCollection(context: MoveContext, family: Family, offer: Address): Address | null {
  const resource = context.getResource(offer, family.types.collectionOfferTokenV2)
  return resource === null ? null : addressAt(resource, 'collection.inner')
}
