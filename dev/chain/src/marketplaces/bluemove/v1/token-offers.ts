import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'
import type { MoveContext, TokenIdV1 } from '../../../modules/move-module.ts'
import { tokenIdJson, tokenIdOf } from '../../../modules/token-v1/token-data.ts'
import { addressAt, moveOption, u64At } from '../../aptos-example/move-values.ts'
import { emit, payOut, refusal, tableOf, takeOfferId } from './market.ts'

/**
 * Seller of an offer that has not been accepted yet.
 * @source docs/reference/marketplace-contracts.md#bluemove-v1-tables, `accept_address`
 */
const NO_SELLER = '0x0'

/** Offers a price for one v1 token and holds the money. @source inittialize_offer; its arguments are inferred */
export function offerV1(context: MoveContext, token: TokenIdV1, priceOctas: bigint, durationSeconds: bigint): void {
  context.withdrawApt(context.sender, priceOctas)
  const id = takeOfferId(context)
  tableOf(context, 'token_offers').put(id, {
    accept_address: NO_SELLER,
    coins: { value: String(priceOctas) },
    locked_token: moveOption(null),
    offerer: { amount: String(priceOctas), offer_address: toShortAddress(context.sender) },
    over_at: String(context.nowSeconds + durationSeconds),
    token_id: { vec: [tokenIdJson(token)] },
  })
  const times = { duration: String(durationSeconds), start_time: String(context.nowSeconds) }
  emit(context, 'offer_events', { ...offerData(id, token, context.sender, priceOctas), ...times })
}

/** Takes an offer back, with its money. @source cancel_offer_token */
export function cancelOfferV1(context: MoveContext, id: string): void {
  const offer = openOffer(context, id)
  requireOfferer(context, offer.offerer)
  tableOf(context, 'token_offers').remove(id)
  context.depositApt(offer.offerer, offer.priceOctas)
  emit(context, 'cancel_offer_events', offerData(id, offer.token, offer.offerer, offer.priceOctas))
}

/** Sells the wanted token into an offer; the bidder claims it afterwards. @source accept_offer */
export function acceptOfferV1(context: MoveContext, commission: Rate, id: string, token: TokenIdV1): void {
  const offer = openOffer(context, id)
  if (JSON.stringify(tokenIdJson(offer.token)) !== JSON.stringify(tokenIdJson(token))) throw refusal('EWRONG_TOKEN')
  if (context.nowSeconds >= offer.overAt) throw refusal('EEXPIRED')
  const held = context.withdrawToken(context.sender, token, 1n)
  tableOf(context, 'token_offers').put(id, {
    ...offer.row,
    accept_address: toShortAddress(context.sender),
    coins: { value: '0' },
    locked_token: moveOption(held),
  })
  payOut(context, commission, { token, seller: context.sender, priceOctas: offer.priceOctas })
  const data = offerData(id, token, offer.offerer, offer.priceOctas)
  emit(context, 'accept_offer_events', { ...data, owner_token: toShortAddress(context.sender) })
}

/** Hands a sold token to its bidder. @source claim_offer_token */
export function claimOfferV1(context: MoveContext, id: string): void {
  const offer = offerOf(context, id)
  const held = (offer?.row.locked_token as { readonly vec: readonly JsonObject[] } | undefined)?.vec[0]
  if (offer === null || held === undefined) throw refusal('ENO_CLAIM')
  requireOfferer(context, offer.offerer)
  tableOf(context, 'token_offers').remove(id)
  context.depositToken(offer.offerer, held)
  emit(context, 'claim_token_events', offerData(id, offer.token, offer.offerer, offer.priceOctas))
}

/** @throws MoveAbort unless the caller placed the offer. */
export function requireOfferer(context: MoveContext, offerer: Address): void {
  if (toShortAddress(offerer) !== toShortAddress(context.sender)) throw refusal('ENOT_OFFERER')
}

function openOffer(context: MoveContext, id: string) {
  const offer = offerOf(context, id)
  if (offer === null || offer.row.accept_address !== NO_SELLER) throw refusal('ENO_OFFER')
  return offer
}

function offerOf(context: MoveContext, id: string) {
  const row = tableOf(context, 'token_offers').get(id)
  if (row === null) return null
  const { vec } = row.token_id as { readonly vec: readonly [JsonObject] }
  return {
    row,
    token: tokenIdOf(vec[0]),
    offerer: addressAt(row, 'offerer.offer_address'),
    priceOctas: u64At(row, 'offerer.amount'),
    overAt: u64At(row, 'over_at'),
  }
}

function offerData(id: string, token: TokenIdV1, offerer: Address, priceOctas: bigint): JsonObject {
  return {
    amount: String(priceOctas),
    offer_id: id,
    offerer: toShortAddress(offerer),
    token_id: tokenIdJson(token),
  }
}
