import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type JsonObject, jsonAt } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { aptDeposit } from '@opal/marketplaces/decode/apt-deposits'
import { newObjectCore, OBJECT_CORE } from '../../../ledger/state/objects.ts'
import { type Family, familyOf, ofCoin } from '../../aptos-example/family.ts'
import { moveObject, moveRef } from '../../aptos-example/move-values.ts'
import { simulateFamily } from '../../aptos-example/simulate-family.ts'
import { MemoryChain } from '../../testing/memory-chain.ts'

type Sale = Extract<MarketEvent, { kind: 'listing-filled' | 'token-offer-filled' | 'collection-offer-filled' }>

/** A recorded transaction with what its initial state is derived from. */
export interface Recorded {
  readonly transaction: ChainTransaction
  readonly decoded: readonly MarketEvent[]
  readonly atMicros: bigint
}

/**
 * Returns the state as a transaction must have found it, made of its decoded events and payments alone: the tokens
 * and collections they name, orders that were still open, money for what was withdrawn, royalties that explain
 * what was paid. Nothing is taken from what the transaction wrote.
 */
export function presupposedState(contracts: MarketplaceContracts, recorded: Recorded): MemoryChain {
  const chain = new MemoryChain(simulateFamily(contracts))
  chain.nowMicros = recorded.atMicros
  const family = familyOf(contracts)
  for (const event of recorded.decoded) {
    presupposeCollection(chain, event)
    presupposeOrder(chain, family, event, recorded.atMicros / 1_000_000n)
    if ('token' in event) presupposeToken(chain, event, recorded)
    if (event.kind.endsWith('-filled')) presupposeRoyalty(chain, event as Sale, recorded.transaction)
  }
  for (const { type, accountAddress: payer, data } of recorded.transaction.events) {
    if (type !== '0x1::coin::WithdrawEvent') continue
    chain.fund(payer, chain.peek().balanceApt(payer) + BigInt(String(jsonAt(data, 'amount'))))
  }
  for (const event of recorded.transaction.events.toReversed()) countBack(chain, family, event)
  return chain
}

/** A v1 collection is no object. */
function presupposeCollection(chain: MemoryChain, { collection, ...event }: MarketEvent): void {
  const { collectionId, creatorAddress, collectionName } = collection
  const isV1 = 'token' in event && event.token.standard === 'v1'
  if (isV1 || collectionId === null || creatorAddress === null || collectionName === null) return
  const resource = { creator: toShortAddress(creatorAddress), name: collectionName }
  put(chain, collectionId, '0x4::collection::Collection', resource, collectionId)
}

function presupposeToken(
  chain: MemoryChain,
  event: Extract<MarketEvent, { readonly token: unknown }>,
  { transaction }: Recorded,
): void {
  const { token, collection } = event
  if (token.standard === 'v1') return
  const owner = ownerBefore(event, transaction)
  const inner = collection.collectionId === null ? '0x0' : toShortAddress(collection.collectionId)
  put(chain, token.tokenDataId, '0x4::token::Token', { collection: { inner }, name: '' }, owner)
  const identifiers = { name: { value: token.tokenName ?? '' } }
  put(chain, token.tokenDataId, '0x4::token::TokenIdentifiers', identifiers, owner)
}

/** Returns the token's previous owner; a placeholder where it did not move. */
function ownerBefore({ token }: { readonly token: { readonly tokenDataId: Address } }, { events }: ChainTransaction) {
  const moved = events.find(
    ({ type, data }) =>
      type === '0x1::object::TransferEvent' && parseAddress(String(jsonAt(data, 'object'))) === token.tokenDataId,
  )
  return moved === undefined ? token.tokenDataId : parseAddress(String(jsonAt(moved.data, 'from')))
}

/** Orders that a transaction placed did not stand before it; a listing that it placed had only another price. */
function presupposeOrder(chain: MemoryChain, family: Family, event: MarketEvent, now: bigint): void {
  if ('listingId' in event && event.seller !== null) presupposeListing(chain, family, event, event.seller)
  if (event.kind === 'token-offer-cancelled' || event.kind === 'token-offer-filled') {
    presupposeTokenOffer(chain, family, event, now)
  }
  if (event.kind === 'collection-offer-cancelled' || event.kind === 'collection-offer-filled') {
    const sold = event.kind === 'collection-offer-filled' ? 1n : 0n
    presupposeCollectionOffer(chain, family, event, (event.remainingAmount ?? 0n) + sold, now)
  }
}

function presupposeListing(
  chain: MemoryChain,
  { types, feeScheduleAddress }: Family,
  { listingId, token, priceOctas }: Extract<MarketEvent, { readonly listingId: string }>,
  seller: Address,
): void {
  const listing = listingId as Address
  const resource = {
    delete_ref: moveRef(listing),
    extend_ref: moveRef(listing),
    fee_schedule: moveObject(feeScheduleAddress),
    object: moveObject(token.tokenDataId),
    seller: toShortAddress(seller),
  }
  put(chain, listing, types.listing, resource, seller)
  put(chain, listing, ofCoin(types.fixedPriceListing, APT_COIN_TYPE), { price: String(priceOctas) }, seller)
}

function presupposeTokenOffer(
  chain: MemoryChain,
  family: Family,
  { offerId, token, buyer, priceOctas }: Extract<MarketEvent, { kind: 'token-offer-cancelled' | 'token-offer-filled' }>,
  now: bigint,
): void {
  const [offer, { types }] = [offerId as Address, family]
  put(chain, offer, types.tokenOffer, termsOf(family, offer, priceOctas, now), buyer)
  put(chain, offer, types.tokenOfferTokenV2, { token: moveObject(token.tokenDataId) }, buyer)
  put(chain, offer, ofCoin(types.tokenCoinOffer, APT_COIN_TYPE), { coins: { value: String(priceOctas) } }, buyer)
}

function presupposeCollectionOffer(
  chain: MemoryChain,
  family: Family,
  { offerId, collection, buyer, priceOctas }: Extract<MarketEvent, { readonly offerId: string }>,
  remaining: bigint,
  now: bigint,
): void {
  const [offer, { types }] = [offerId as Address, family]
  const wanted = { collection: moveObject(collection.collectionId as Address) }
  const money = { coins: { value: String(priceOctas * remaining) } }
  const terms = { ...termsOf(family, offer, priceOctas, now), remaining: String(remaining) }
  put(chain, offer, types.collectionOffer, terms, buyer)
  put(chain, offer, types.collectionOfferTokenV2, wanted, buyer)
  put(chain, offer, ofCoin(types.collectionCoinOffer, APT_COIN_TYPE), money, buyer)
}

/** Returns an offer that is still open. */
function termsOf(family: Family, offer: Address, priceOctas: bigint, now: bigint): JsonObject {
  return {
    delete_ref: moveRef(offer),
    expiration_time: String(now + 1n),
    fee_schedule: moveObject(family.feeScheduleAddress),
    item_price: String(priceOctas),
  }
}

/** The rate that makes this royalty of this price, owed to the recipient of the payment. */
function presupposeRoyalty(chain: MemoryChain, sale: Sale, transaction: ChainTransaction): void {
  const { royaltyOctas, priceOctas, collection, raw } = sale
  const paid = transaction.events
    .filter(({ index }) => index < raw.index)
    .flatMap((event) => aptDeposit(transaction, event) ?? [])
    .find(({ octas }) => octas === royaltyOctas)
  if (paid === undefined || collection.collectionId === null) return
  const rate = { numerator: String(royaltyOctas), denominator: String(priceOctas) }
  const royalty = { ...rate, payee_address: toShortAddress(paid.to) }
  put(chain, collection.collectionId, '0x4::royalty::Royalty', royalty, collection.collectionId)
}

/** Counts a handle back to what it was before the event. */
function countBack(chain: MemoryChain, { types }: Family, event: ChainEvent): void {
  for (const type of [types.events, OBJECT_CORE]) {
    const resource = chain.peek().getResource(event.accountAddress, type) ?? {}
    const handle = Object.entries(resource).find(
      ([, field]) => jsonAt(field, 'guid.id.creation_num') === String(event.creationNumber),
    )
    if (handle === undefined) continue
    const [name, field] = handle as [string, JsonObject]
    const counted = { ...resource, [name]: { ...field, counter: String(event.sequenceNumber) } }
    chain.peek().putResource(event.accountAddress, type, counted)
  }
}

/** Puts a resource into an object, which comes to be with it. */
function put(chain: MemoryChain, object: Address, type: string, resource: JsonObject, owner: Address): void {
  const context = chain.peek()
  if (!context.objectExists(object)) context.putResource(object, OBJECT_CORE, newObjectCore(object, owner, true))
  context.putResource(object, type, resource)
}
