import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'
import type { MoveContext, TokenIdV1 } from '../../../modules/move-module.ts'
import { tokenIdJson } from '../../../modules/token-v1/token-data.ts'
import { addressAt, u64At } from '../../aptos-example/move-values.ts'
import { emit, payOut, refusal, tableOf } from './market.ts'

/** Takes a v1 token into keeping at a price: one listing a token. @source batch_list_script */
export function listV1(context: MoveContext, token: TokenIdV1, priceOctas: bigint): void {
  const [listings, id] = [tableOf(context, 'listings'), tokenIdJson(token)]
  if (listings.get(id) !== null) throw refusal('EALREADY_LISTED')
  const royalty = context.tokenRoyalty(token)
  const held = context.withdrawToken(context.sender, token, 1n)
  listings.put(id, rowOf(context.sender, priceOctas, held))
  emit(context, 'list_events', {
    ...listedData(token, context.sender, priceOctas),
    royalty_denominator: String(royalty.denominator),
    royalty_numerator: String(royalty.numerator),
    royalty_payee: toShortAddress(royalty.payee),
  })
}

/** @source change_price_token */
export function changePriceV1(context: MoveContext, token: TokenIdV1, priceOctas: bigint): void {
  const { held } = ownListing(context, token)
  tableOf(context, 'listings').put(tokenIdJson(token), rowOf(context.sender, priceOctas, held))
  emit(context, 'change_price_events', listedData(token, context.sender, priceOctas))
}

/** @source batch_delist_script */
export function delistV1(context: MoveContext, token: TokenIdV1): void {
  const { held } = ownListing(context, token)
  tableOf(context, 'listings').remove(tokenIdJson(token))
  context.depositToken(context.sender, held)
  emit(context, 'delist_events', { id: tokenIdJson(token), seller_address: toShortAddress(context.sender) })
}

/** Pays and takes the token; the event says neither price nor seller. @source batch_buy_script */
export function buyV1(context: MoveContext, commission: Rate, token: TokenIdV1): void {
  const { seller, priceOctas, held } = openListing(context, token)
  tableOf(context, 'listings').remove(tokenIdJson(token))
  context.withdrawApt(context.sender, priceOctas)
  payOut(context, commission, { token, seller, priceOctas })
  context.depositToken(context.sender, held)
  emit(context, 'buy_events', { buyer_address: toShortAddress(context.sender), id: tokenIdJson(token) })
}

function openListing(context: MoveContext, token: TokenIdV1) {
  const row = tableOf(context, 'listings').get(tokenIdJson(token))
  if (row === null) throw refusal('ENO_LISTING')
  const { vec } = row.locked_token as { readonly vec: readonly [JsonObject] }
  return { seller: addressAt(row, 'seller'), priceOctas: u64At(row, 'price'), held: vec[0] }
}

function ownListing(context: MoveContext, token: TokenIdV1) {
  const listing = openListing(context, token)
  if (toShortAddress(listing.seller) !== toShortAddress(context.sender)) throw refusal('ENOT_SELLER')
  return listing
}

function rowOf(seller: Address, priceOctas: bigint, held: JsonObject): JsonObject {
  return { locked_token: { vec: [held] }, price: String(priceOctas), seller: toShortAddress(seller) }
}

function listedData(token: TokenIdV1, seller: Address, priceOctas: bigint): JsonObject {
  return { amount: String(priceOctas), id: tokenIdJson(token), seller_address: toShortAddress(seller) }
}
