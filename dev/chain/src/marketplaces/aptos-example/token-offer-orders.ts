import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveResource, TokenIdV1 } from '../../modules/move-module.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import type { Family } from './family.ts'
import { payListingFee, requireOpen, storedRates } from './fees.ts'
import { addressAt, moveObject, moveRef, u64At } from './move-values.ts'
import { createOrderObject, isOwner, requireObject } from './objects.ts'
import { closeOffer, fillEscrow, optInToTransfers, settleOffer, takeFromEscrow } from './offer-escrow.ts'
import { metadataOf, type SoldToken } from './sold-token.ts'
import { burntTokenMetadata, TOKEN_TYPE } from './token-metadata.ts'
import { wantedTokenV1 } from './token-v1-escrow.ts'

export interface TokenOfferTerms {
  readonly feeSchedule: Address
  readonly price: bigint
  /** Unix seconds. */
  readonly expiration: bigint
}

/** Offers a price for one v2 token and holds the money. @source token_offer::init_for_tokenv2_entry */
export function placeTokenOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  token: Address,
  terms: TokenOfferTerms,
): void {
  requireObject(context, token, TOKEN_TYPE)
  const offer = openOffer(context, family, coin, terms)
  context.putResource(offer, family.types.tokenOfferTokenV2, { token: moveObject(token) })
  announce(context, family, offer, token, terms)
}

/** Offers a price for one v1 token, which the bidder can then be sent. @source token_offer::init_for_tokenv1_entry, mainnet 2382313982 */
export function placeTokenOfferV1(
  context: MoveContext,
  family: Family,
  coin: string,
  token: TokenIdV1,
  terms: TokenOfferTerms,
): void {
  const offer = openOffer(context, family, coin, terms)
  optInToTransfers(context)
  context.putResource(offer, family.types.tokenOfferTokenV1, {
    collection_name: token.collection,
    creator_address: toShortAddress(token.creator),
    property_version: String(token.propertyVersion),
    token_name: token.name,
  })
  announce(context, family, offer, token, terms)
}

/** @source token_offer::init_offer */
function openOffer(context: MoveContext, family: Family, coin: string, terms: TokenOfferTerms): Address {
  requireObject(context, terms.feeSchedule, family.types.feeSchedule)
  requireOpen(context, family, terms.feeSchedule)
  if (family.isOwn && (terms.price === 0n || context.nowSeconds >= terms.expiration)) {
    throw familyAbort(family, 'token_offer', 'EINCORRECT_TERMS')
  }
  const offer = createOrderObject(context)
  context.putResource(offer, family.types.tokenOffer, {
    delete_ref: moveRef(offer),
    expiration_time: String(terms.expiration),
    fee_schedule: moveObject(terms.feeSchedule),
    item_price: String(terms.price),
    ...storedRates(context, family, terms.feeSchedule),
  })
  payListingFee(context, family, terms.feeSchedule)
  fillEscrow(context, family, 'token_offer', { address: offer, coin }, terms.price)
  return offer
}

function announce(
  context: MoveContext,
  family: Family,
  offer: Address,
  token: SoldToken,
  terms: TokenOfferTerms,
): void {
  emitFamilyEvent(context, family, terms.feeSchedule, 'token_offer_placed_events', {
    price: String(terms.price),
    purchaser: toShortAddress(context.sender),
    token_metadata: metadataOf(context, token),
    token_offer: toShortAddress(offer),
  })
}

/** Takes an offer back, with its money. @source token_offer::cancel */
export function cancelTokenOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const open = openTokenOffer(context, family, offer)
  if (!isOwner(context, offer, context.sender)) throw familyAbort(family, 'token_offer', 'ENOT_OWNER')
  emitFamilyEvent(context, family, open.feeSchedule, 'token_offer_canceled_events', {
    price: String(open.price),
    purchaser: toShortAddress(context.sender),
    token_metadata: wantedMetadata(context, family, offer),
    token_offer: toShortAddress(offer),
  })
  closeOffer(context, family, 'token_offer', { address: offer, coin })
}

/** A v2 token may have been burnt while the offer was open. */
function wantedMetadata(context: MoveContext, family: Family, offer: Address): JsonObject {
  const token = offeredToken(context, family, offer)
  const isBurnt = typeof token === 'string' && context.getResource(token, TOKEN_TYPE) === null
  return token === null || isBurnt ? burntTokenMetadata() : metadataOf(context, token)
}

/** Sells the v2 token that an offer wants into it. @source token_offer::sell_tokenv2 */
export function sellToTokenOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  openTokenOffer(context, family, offer)
  const token = offeredToken(context, family, offer)
  if (typeof token !== 'string') throw familyAbort(family, 'token_offer', 'ENO_TOKEN_OFFER')
  requireObject(context, token, TOKEN_TYPE)
  if (!isOwner(context, token, context.sender)) throw familyAbort(family, 'token_offer', 'ENOT_TOKEN_OWNER')
  context.transferObject(context.sender, token, context.ownerOf(offer))
  settle(context, family, coin, offer, token)
}

/** Sells the v1 token that an offer wants into it. @source token_offer::sell_tokenv1_entry */
export function sellToTokenOfferV1(
  context: MoveContext,
  family: Family,
  coin: string,
  offer: Address,
  named: Pick<TokenIdV1, 'name' | 'propertyVersion'>,
): void {
  openTokenOffer(context, family, offer)
  const token = offeredToken(context, family, offer)
  const isNamed = token !== null && typeof token !== 'string' && isSame(token, named)
  if (!isNamed) throw familyAbort(family, 'token_offer', 'ENO_TOKEN_OFFER')
  context.directDepositToken(context.ownerOf(offer), context.withdrawToken(context.sender, token, 1n))
  settle(context, family, coin, offer, token)
}

function isSame(token: TokenIdV1, named: Pick<TokenIdV1, 'name' | 'propertyVersion'>): boolean {
  return token.name === named.name && token.propertyVersion === named.propertyVersion
}

/** Pays the seller, whose token has already changed hands; an abort undoes that too. @source token_offer::settle_payments */
function settle(context: MoveContext, family: Family, coin: string, offer: Address, token: SoldToken): void {
  const open = openTokenOffer(context, family, offer)
  if (context.nowSeconds >= open.expiration) throw familyAbort(family, 'token_offer', 'EEXPIRED')
  takeFromEscrow(context, family, 'token_offer', { address: offer, coin }, open.price)
  const sale = { ...open, token, seller: context.sender, buyer: context.ownerOf(offer), priceOctas: open.price }
  emitFamilyEvent(context, family, open.feeSchedule, 'token_offer_filled_events', {
    ...settleOffer(context, family, sale, false),
    token_metadata: metadataOf(context, token),
    token_offer: toShortAddress(offer),
  })
  closeOffer(context, family, 'token_offer', { address: offer, coin })
}

/** The terms of an open offer, and the offer as it is on chain. */
type Open = TokenOfferTerms & { readonly resource: MoveResource }

/** Reads an open offer. @throws MoveAbort */
export function openTokenOffer(context: MoveContext, family: Family, offer: Address): Open {
  const resource = requireObject(context, offer, family.types.tokenOffer)
  return {
    price: u64At(resource, 'item_price'),
    expiration: u64At(resource, 'expiration_time'),
    feeSchedule: addressAt(resource, 'fee_schedule.inner'),
    resource,
  }
}

/** Returns the token an offer wants. */
export function offeredToken(context: MoveContext, family: Family, offer: Address): SoldToken | null {
  const object = context.getResource(offer, family.types.tokenOfferTokenV2)
  if (object !== null) return addressAt(object, 'token.inner')
  const named = context.getResource(offer, family.types.tokenOfferTokenV1)
  return named === null ? null : wantedTokenV1(named)
}
