import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'
import type { MoveContext, TokenIdV1 } from '../../../modules/move-module.ts'
import { tokenIdJson, tokenIdOf } from '../../../modules/token-v1/token-data.ts'
import { addressAt, textAt, u64At } from '../../aptos-example/move-values.ts'
import { emit, payOut, refusal, tableOf, takeOfferId } from './market.ts'
import { requireOfferer } from './token-offers.ts'

export interface CollectionOfferV1 {
  readonly collection: Pick<TokenIdV1, 'creator' | 'collection'>
  /** Octas for each item. */
  readonly priceOctas: bigint
  readonly quantity: bigint
  readonly durationSeconds: bigint
}

/** @source inittialize_offer_collection; its arguments are inferred */
export function offerCollectionV1(context: MoveContext, offer: CollectionOfferV1): void {
  const { collection, priceOctas, quantity, durationSeconds } = offer
  context.withdrawApt(context.sender, priceOctas * quantity)
  const id = takeOfferId(context)
  const row = {
    amount_per_item: String(priceOctas),
    can_claim_tokens: { data: [] },
    coins: { value: String(priceOctas * quantity) },
    collection_name: collection.collection,
    creator_address: toShortAddress(collection.creator),
    locked_tokens: [],
    offerer: toShortAddress(context.sender),
    over_at: String(context.nowSeconds + durationSeconds),
    quantity_offer_items: String(quantity),
  }
  tableOf(context, 'collection_offers').put(id, row)
  const times = { duration: String(durationSeconds), start_time: String(context.nowSeconds) }
  emit(context, 'offer_collection_events', { ...itemData(id, row), ...times })
}

/** Takes back what is left of an offer; tokens that wait to be claimed stay. @source cancel_offer_collection */
export function cancelOfferCollectionV1(context: MoveContext, id: string): void {
  const { row, offerer, quantity } = openOffer(context, id)
  requireOfferer(context, offerer)
  context.depositApt(offerer, u64At(row, 'coins.value'))
  keep(context, id, { ...row, coins: { value: '0' }, quantity_offer_items: '0' })
  emit(context, 'cancel_offer_collection_events', { ...itemData(id, row), quantity_cancel_items: String(quantity) })
}

/** Sells a token of the collection into an offer; the bidder claims it afterwards. @source accept_offer_collection */
export function acceptOfferCollectionV1(context: MoveContext, commission: Rate, id: string, token: TokenIdV1): void {
  const { row, quantity, priceOctas } = openOffer(context, id)
  const isWanted = addressAt(row, 'creator_address') === token.creator && row.collection_name === token.collection
  if (!isWanted) throw refusal('EWRONG_TOKEN')
  if (context.nowSeconds >= u64At(row, 'over_at')) throw refusal('EEXPIRED')
  const held = context.withdrawToken(context.sender, token, 1n)
  const sold = {
    ...row,
    can_claim_tokens: { data: [...claimsOf(row), { key: tokenIdJson(token), value: toShortAddress(context.sender) }] },
    coins: { value: String(u64At(row, 'coins.value') - priceOctas) },
    locked_tokens: [...heldIn(row), held],
    quantity_offer_items: String(quantity - 1n),
  }
  keep(context, id, sold)
  payOut(context, commission, { token, seller: context.sender, priceOctas })
  emit(context, 'accept_offer_collection_events', { ...itemData(id, sold), token_id: tokenIdJson(token) })
}

/** Hands a sold token to its bidder. @source claim_offer_collection_item */
export function claimOfferCollectionV1(
  context: MoveContext,
  id: string,
  named: Pick<TokenIdV1, 'name' | 'propertyVersion'>,
): void {
  const row = tableOf(context, 'collection_offers').get(id)
  const at = row === null ? -1 : heldIn(row).findIndex((held) => isNamed(held, named))
  if (row === null || at < 0) throw refusal('ENO_CLAIM')
  const offerer = addressAt(row, 'offerer')
  requireOfferer(context, offerer)
  const held = heldIn(row)[at] as JsonObject
  const claims = claimsOf(row).filter((_, position) => position !== at)
  const left = heldIn(row).filter((_, position) => position !== at)
  keep(context, id, { ...row, can_claim_tokens: { data: claims }, locked_tokens: left })
  context.depositToken(offerer, held)
  emit(context, 'claim_token_offer_collection_events', { ...itemData(id, row), token_id: held.id as JsonObject })
}

/** An offer that wants nothing any more and holds nothing is gone. */
function keep(context: MoveContext, id: string, row: JsonObject): void {
  const offers = tableOf(context, 'collection_offers')
  if (u64At(row, 'quantity_offer_items') === 0n && heldIn(row).length === 0) offers.remove(id)
  else offers.put(id, row)
}

function openOffer(context: MoveContext, id: string) {
  const row = tableOf(context, 'collection_offers').get(id)
  if (row === null || u64At(row, 'quantity_offer_items') === 0n) throw refusal('ENO_OFFER')
  return {
    row,
    offerer: addressAt(row, 'offerer'),
    quantity: u64At(row, 'quantity_offer_items'),
    priceOctas: u64At(row, 'amount_per_item'),
  }
}

function isNamed(held: JsonObject, { name, propertyVersion }: Pick<TokenIdV1, 'name' | 'propertyVersion'>): boolean {
  const token = tokenIdOf(held.id as JsonObject)
  return token.name === name && token.propertyVersion === propertyVersion
}

function heldIn(row: JsonObject): readonly JsonObject[] {
  return row.locked_tokens as readonly JsonObject[]
}

function claimsOf(row: JsonObject): readonly JsonObject[] {
  return (row.can_claim_tokens as { readonly data: readonly JsonObject[] }).data
}

/** @source fields that other people's decoders read, docs/reference/marketplace-contracts.md#bluemove-v1-events */
function itemData(id: string, row: JsonObject): JsonObject {
  const item = {
    amount_per_item: textAt(row, 'amount_per_item'),
    can_claim_tokens: row.can_claim_tokens as JsonObject,
    collection_name: textAt(row, 'collection_name'),
    creator_address: textAt(row, 'creator_address'),
    offerer: textAt(row, 'offerer'),
    quantity_offer_items: textAt(row, 'quantity_offer_items'),
  }
  return { offer_collection_item: item, offer_id: id }
}
