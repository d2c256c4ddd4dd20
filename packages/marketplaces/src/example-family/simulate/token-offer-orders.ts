import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext } from '../../move-module.ts'
import { familyAbort } from './aborts.ts'
import { emitFamilyEvent } from './events-module.ts'
import { type Family, ofCoin } from './family.ts'
import { commissionOf, payListingFee } from './fees.ts'
import { addressAt, moveObject, moveRef, u64At } from './move-values.ts'
import { createOrderObject, isOwner, requireObject } from './objects.ts'
import { settleOffer } from './settle-offer.ts'
import { burntTokenMetadata, royaltyOf, TOKEN_TYPE, tokenMetadata } from './token-metadata.ts'
import { withdrawExcess } from './withdraw-excess.ts'

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
  context.withdrawApt(context.sender, terms.price)
  context.putResource(offer, ofCoin(family.types.tokenCoinOffer, coin), { coins: { value: String(terms.price) } })
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
  cleanUp(context, family, coin, offer)
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
  const escrow = context.getResource(offer, ofCoin(family.types.tokenCoinOffer, coin))
  if (escrow === null) throw familyAbort(family, 'token_offer', 'ENO_COIN_OFFER')

  const sale = { feeSchedule: open.feeSchedule, token, seller: context.sender, buyer, priceOctas: open.price }
  requireUncappedSplit(context, family, sale)
  const figures = settleOffer(context, family, sale, false)
  const left = u64At(escrow, 'coins.value') - open.price
  context.putResource(offer, ofCoin(family.types.tokenCoinOffer, coin), { coins: { value: String(left) } })
  emitFamilyEvent(context, family, open.feeSchedule, 'token_offer_filled_events', {
    ...figures,
    token_metadata: tokenMetadata(context, token),
    token_offer: toShortAddress(offer),
  })
  cleanUp(context, family, coin, offer)
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

/** Token offers do not cap their parts: the coin runs out and the sale aborts. */
function requireUncappedSplit(
  context: MoveContext,
  family: Family,
  sale: { readonly feeSchedule: Address; readonly token: Address; readonly priceOctas: bigint },
): void {
  const royalty = royaltyOf(context, sale.token)
  const royaltyCharge = royalty === null ? 0n : (sale.priceOctas * royalty.numerator) / royalty.denominator
  const commission = commissionOf(context, family, sale.feeSchedule, sale.priceOctas)
  if (royaltyCharge + commission > sale.priceOctas) throw withdrawExcess()
}

/** Gives the rest of the escrow back and deletes the offer. @source token_offer::cleanup */
function cleanUp(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const escrowType = ofCoin(family.types.tokenCoinOffer, coin)
  const escrow: JsonObject | null = context.getResource(offer, escrowType)
  if (escrow === null) throw familyAbort(family, 'token_offer', 'ENO_COIN_OFFER')
  context.depositApt(context.ownerOf(offer), u64At(escrow, 'coins.value'))
  for (const type of [escrowType, family.types.tokenOffer, family.types.tokenOfferTokenV2]) {
    if (context.getResource(offer, type) !== null) context.removeResource(offer, type)
  }
  context.deleteObject(offer)
}
