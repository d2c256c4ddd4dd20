import { type Address, toShortAddress } from '@opal/domain/address'
import type { MoveContext } from '../../move-module.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import type { Family } from './family.ts'
import { payListingFee } from './fees.ts'
import { addressAt, moveObject, moveRef, u64At } from './move-values.ts'
import { createOrderObject, isOwner, requireObject } from './objects.ts'
import { closeOffer, fillEscrow, takeFromEscrow } from './offer-escrow.ts'
import { settleOffer } from './settle-offer.ts'
import { burntTokenMetadata, TOKEN_TYPE, tokenMetadata } from './token-metadata.ts'

/** Offers a price for one v2 token and holds the money. @source token_offer::init_for_tokenv2_entry */
export function placeTokenOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  token: Address,
  feeSchedule: Address,
  terms: { readonly price: bigint; readonly expiration: bigint },
): void {
  requireObject(context, token, TOKEN_TYPE)
  requireObject(context, feeSchedule, family.types.feeSchedule)
  const offer = createOrderObject(context)
  context.putResource(offer, family.types.tokenOffer, {
    delete_ref: moveRef(offer),
    expiration_time: String(terms.expiration),
    fee_schedule: moveObject(feeSchedule),
    item_price: String(terms.price),
  })
  payListingFee(context, family, feeSchedule)
  fillEscrow(context, family, 'token_offer', { address: offer, coin }, terms.price)
  context.putResource(offer, family.types.tokenOfferTokenV2, { token: moveObject(token) })
  emitFamilyEvent(context, family, feeSchedule, 'token_offer_placed_events', {
    price: String(terms.price),
    purchaser: toShortAddress(context.sender),
    token_metadata: tokenMetadata(context, token),
    token_offer: toShortAddress(offer),
  })
}

/** Takes an offer back, with its money. @source token_offer::cancel */
export function cancelTokenOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const open = openTokenOffer(context, family, offer)
  if (!isOwner(context, offer, context.sender)) throw familyAbort(family, 'token_offer', 'ENOT_OWNER')
  const token = offeredToken(context, family, offer)
  const exists = token !== null && context.getResource(token, TOKEN_TYPE) !== null
  emitFamilyEvent(context, family, open.feeSchedule, 'token_offer_canceled_events', {
    price: String(open.price),
    purchaser: toShortAddress(context.sender),
    token_metadata: exists ? tokenMetadata(context, token) : burntTokenMetadata(),
    token_offer: toShortAddress(offer),
  })
  closeOffer(context, family, 'token_offer', { address: offer, coin })
}

/** Sells the token that an offer wants into it. @source token_offer::sell_tokenv2 */
export function sellToTokenOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const open = openTokenOffer(context, family, offer)
  const token = offeredToken(context, family, offer)
  if (token === null) throw familyAbort(family, 'token_offer', 'ENO_TOKEN_OFFER')
  requireObject(context, token, TOKEN_TYPE)
  if (!isOwner(context, token, context.sender)) throw familyAbort(family, 'token_offer', 'ENOT_TOKEN_OWNER')
  const buyer = context.ownerOf(offer)
  context.transferObject(context.sender, token, buyer)
  if (context.nowSeconds >= open.expiration) throw familyAbort(family, 'token_offer', 'EEXPIRED')
  takeFromEscrow(context, family, 'token_offer', { address: offer, coin }, open.price)
  const sale = { feeSchedule: open.feeSchedule, token, seller: context.sender, buyer, priceOctas: open.price }
  const figures = settleOffer(context, family, sale, false)
  emitFamilyEvent(context, family, open.feeSchedule, 'token_offer_filled_events', {
    ...figures,
    token_metadata: tokenMetadata(context, token),
    token_offer: toShortAddress(offer),
  })
  closeOffer(context, family, 'token_offer', { address: offer, coin })
}

/** Reads an open offer. @throws MoveAbort */
export function openTokenOffer(context: MoveContext, family: Family, offer: Address) {
  const resource = requireObject(context, offer, family.types.tokenOffer)
  return {
    price: u64At(resource, 'item_price'),
    expiration: u64At(resource, 'expiration_time'),
    feeSchedule: addressAt(resource, 'fee_schedule.inner'),
  }
}

/** The v2 token an offer wants; null for offers on v1 tokens. */
export function offeredToken(context: MoveContext, family: Family, offer: Address): Address | null {
  const resource = context.getResource(offer, family.types.tokenOfferTokenV2)
  return resource === null ? null : addressAt(resource, 'token.inner')
}
