import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { type MoveContext, MoveExecutionFailure, type MoveResource, type TokenIdV1 } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import { type Family, locationOf } from './family.ts'
import { payListingFee, requireOpen, storedRates } from './fees.ts'
import { addressAt, moveObject, moveRef, textAt, u64At } from './move-values.ts'
import { createOrderObject, isOwner, requireObject, updateResource } from './objects.ts'
import { closeOffer, fillEscrow, optInToTransfers, settleOffer, takeFromEscrow } from './offer-escrow.ts'
import { metadataOf, type SoldToken } from './sold-token.ts'
import {
  COLLECTION_TYPE,
  collectionMetadata,
  collectionMetadataV1,
  collectionOf,
  TOKEN_TYPE,
} from './token-metadata.ts'

const MAX_U64 = 2n ** 64n - 1n

export interface CollectionOfferTerms {
  readonly feeSchedule: Address
  /** Octas for each item. */
  readonly price: bigint
  readonly amount: bigint
  /** Unix seconds. */
  readonly expiration: bigint
}

/** A v2 collection is an object, a v1 collection has names. */
export type WantedCollection = Address | Pick<TokenIdV1, 'creator' | 'collection'>

/**
 * Offers a price for any `amount` tokens of a collection and holds the money.
 * @source collection_offer::init_for_tokenv2_entry, init_for_tokenv1_entry
 */
export function placeCollectionOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  collection: WantedCollection,
  terms: CollectionOfferTerms,
): void {
  if (typeof collection === 'string') requireObject(context, collection, COLLECTION_TYPE)
  const offer = openOffer(context, family, coin, terms)
  want(context, family, offer, collection)
  emitFamilyEvent(context, family, terms.feeSchedule, 'collection_offer_placed_events', {
    collection_metadata: wantedMetadata(context, collection),
    collection_offer: toShortAddress(offer),
    price: String(terms.price),
    purchaser: toShortAddress(context.sender),
    token_amount: String(terms.amount),
  })
}

/** @source collection_offer::init_offer */
function openOffer(context: MoveContext, family: Family, coin: string, terms: CollectionOfferTerms): Address {
  requireObject(context, terms.feeSchedule, family.types.feeSchedule)
  requireOpen(context, family, terms.feeSchedule)
  if (family.isOwn && (terms.price === 0n || terms.amount === 0n || context.nowSeconds >= terms.expiration)) {
    throw familyAbort(family, 'collection_offer', 'EINCORRECT_TERMS')
  }
  const offer = createOrderObject(context)
  context.putResource(offer, family.types.collectionOffer, {
    delete_ref: moveRef(offer),
    expiration_time: String(terms.expiration),
    fee_schedule: moveObject(terms.feeSchedule),
    item_price: String(terms.price),
    remaining: String(terms.amount),
    ...storedRates(context, family, terms.feeSchedule),
  })
  payListingFee(context, family, terms.feeSchedule)
  const total = terms.price * terms.amount
  if (total > MAX_U64) throw arithmeticError(family, 'init')
  fillEscrow(context, family, 'collection_offer', { address: offer, coin }, total)
  return offer
}

/** Opts the buyer of v1 tokens in to transfers. */
function want(context: MoveContext, family: Family, offer: Address, collection: WantedCollection): void {
  if (typeof collection === 'string') {
    context.putResource(offer, family.types.collectionOfferTokenV2, { collection: moveObject(collection) })
    return
  }
  optInToTransfers(context)
  const names = { collection_name: collection.collection, creator_address: toShortAddress(collection.creator) }
  context.putResource(offer, family.types.collectionOfferTokenV1, names)
}

/** Returns the metadata of the wanted collection, as events state it. */
export function wantedMetadata(context: MoveContext, wanted: WantedCollection): JsonObject {
  if (typeof wanted === 'string') return collectionMetadata(context, wanted)
  return collectionMetadataV1(wanted.creator, wanted.collection)
}

/** Takes an offer back, with what is left of its money. @source collection_offer::cancel */
export function cancelCollectionOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const open = openCollectionOffer(context, family, offer)
  if (!isOwner(context, offer, context.sender)) throw familyAbort(family, 'collection_offer', 'ENOT_OWNER')
  const collection = wantedCollection(context, family, offer)
  if (collection === null) throw familyAbort(family, 'collection_offer', 'ENO_TOKEN_OFFER')
  emitFamilyEvent(context, family, open.feeSchedule, 'collection_offer_canceled_events', {
    collection_metadata: wantedMetadata(context, collection),
    collection_offer: toShortAddress(offer),
    price: String(open.price),
    purchaser: toShortAddress(context.sender),
    remaining_token_amount: String(open.amount),
  })
  closeOffer(context, family, 'collection_offer', { address: offer, coin })
}

/** Sells one v2 token into a collection offer. @source collection_offer::sell_tokenv2 */
export function sellToCollectionOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  offer: Address,
  token: Address,
): void {
  openCollectionOffer(context, family, offer)
  const wanted = wantedCollection(context, family, offer)
  if (typeof wanted !== 'string') throw familyAbort(family, 'collection_offer', 'ENO_TOKEN_OFFER')
  requireObject(context, token, TOKEN_TYPE)
  if (collectionOf(context, token) !== wanted) throw familyAbort(family, 'collection_offer', 'EINCORRECT_COLLECTION')
  context.transferObject(context.sender, token, context.ownerOf(offer))
  settle(context, family, coin, offer, token)
}

/** Sells one v1 token into a collection offer. @source collection_offer::sell_tokenv1_entry */
export function sellToCollectionOfferV1(
  context: MoveContext,
  family: Family,
  coin: string,
  offer: Address,
  named: Pick<TokenIdV1, 'name' | 'propertyVersion'>,
): void {
  openCollectionOffer(context, family, offer)
  const wanted = wantedCollection(context, family, offer)
  if (wanted === null || typeof wanted === 'string') throw familyAbort(family, 'collection_offer', 'ENO_TOKEN_OFFER')
  const token = { ...wanted, ...named }
  context.directDepositToken(context.ownerOf(offer), context.withdrawToken(context.sender, token, 1n))
  settle(context, family, coin, offer, token)
}

/** Pays the seller one item's price; with the last item the offer ends. @source collection_offer::settle_payments */
function settle(context: MoveContext, family: Family, coin: string, offer: Address, token: SoldToken): void {
  const open = openCollectionOffer(context, family, offer)
  if (context.nowSeconds >= open.expiration) throw familyAbort(family, 'collection_offer', 'EEXPIRED')
  takeFromEscrow(context, family, 'collection_offer', { address: offer, coin }, open.price)
  // The contract accepts offers for zero items, and an offer at price zero passes the check of the escrow.
  if (open.amount === 0n) throw arithmeticError(family, 'settle')
  const remaining = open.amount - 1n
  const sale = { ...open, token, seller: context.sender, buyer: context.ownerOf(offer), priceOctas: open.price }
  emitFamilyEvent(context, family, open.feeSchedule, 'collection_offer_filled_events', {
    ...settleOffer(context, family, sale, true),
    collection_offer: toShortAddress(offer),
    token_metadata: metadataOf(context, token),
  })
  updateResource(context, offer, family.types.collectionOffer, { remaining: String(remaining) })
  if (remaining === 0n) closeOffer(context, family, 'collection_offer', { address: offer, coin })
}

/** Returns the VM's failure for a sum that overflows a u64. Where in the function's code is known of no deployment. */
function arithmeticError(family: Family, functionName: string): MoveExecutionFailure {
  return new MoveExecutionFailure(`${locationOf(family, 'collection_offer')}::${functionName}`, 0)
}

/** The terms of an open offer, and the offer as it is on chain. */
type Open = CollectionOfferTerms & { readonly resource: MoveResource }

/** Reads an open offer; its amount is what it still wants. @throws MoveAbort */
export function openCollectionOffer(context: MoveContext, family: Family, offer: Address): Open {
  const resource = requireObject(context, offer, family.types.collectionOffer)
  return {
    price: u64At(resource, 'item_price'),
    amount: u64At(resource, 'remaining'),
    expiration: u64At(resource, 'expiration_time'),
    feeSchedule: addressAt(resource, 'fee_schedule.inner'),
    resource,
  }
}

/** Returns the collection an offer wants. */
export function wantedCollection(context: MoveContext, family: Family, offer: Address): WantedCollection | null {
  const object = context.getResource(offer, family.types.collectionOfferTokenV2)
  if (object !== null) return addressAt(object, 'collection.inner')
  const named = context.getResource(offer, family.types.collectionOfferTokenV1)
  if (named === null) return null
  return { creator: parseAddress(textAt(named, 'creator_address')), collection: textAt(named, 'collection_name') }
}
