import { type Address, toShortAddress } from '@opal/domain/address'
import { type JsonObject, jsonAt } from '@opal/domain/json'
import type { SetHash } from '@opal/domain/tokens/token-set'
import { type MoveContext, MoveExecutionFailure, type MoveResource, type TokenIdV1 } from '../../modules/move-module.ts'
import { familyAbort } from '../aptos-example/aborts.ts'
import {
  type CollectionOfferTerms,
  type WantedCollection,
  wantedMetadata,
} from '../aptos-example/collection-offer-orders.ts'
import { type Family, locationOf, ofCoin } from '../aptos-example/family.ts'
import { payListingFee, requireOpen, storedRates } from '../aptos-example/fees.ts'
import { addressAt, moveObject, moveOption, moveRef, textAt, u64At } from '../aptos-example/move-values.ts'
import { createOrderObject, requireObject, updateResource } from '../aptos-example/objects.ts'
import { optInToTransfers, settleOffer } from '../aptos-example/offer-escrow.ts'
import { metadataOf, type SoldToken } from '../aptos-example/sold-token.ts'
import { COLLECTION_TYPE, collectionOf, TOKEN_TYPE } from '../aptos-example/token-metadata.ts'
import { addOffer, depositIntoPool, poolBalance, removeOffer, takeFromPool } from './bid-pool.ts'
import { requireReceivedAtLeast } from './own-calls.ts'
import { requireMember, requireRoot } from './token-sets.ts'

const MAX_U64 = 2n ** 64n - 1n

export interface PoolOfferTerms extends CollectionOfferTerms {
  /** Root of the set of wanted tokens; empty for any token of the collection. */
  readonly root: SetHash
}

/** An open offer; its amount is what it still wants. */
interface OpenPoolOffer extends PoolOfferTerms {
  readonly bidder: Address
  readonly wanted: WantedCollection
  /** The offer as it is on chain, with the commission of the day. */
  readonly stored: MoveResource
}

/** Arguments of a sale into a pool offer: the offer, the proof that the token is in the set, and the smallest proceeds in octas. */
export interface PoolSale {
  readonly offer: Address
  readonly proof: readonly SetHash[]
  readonly least: bigint
}

/**
 * Places an offer that the sender's pool pays, after an optional deposit.
 * @throws MoveAbort
 * @source contracts/marketplace pool_offer::init_for_tokenv1, init_for_tokenv2
 */
export function placePoolOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  wanted: WantedCollection,
  terms: PoolOfferTerms,
  deposit: bigint,
): void {
  if (typeof wanted === 'string') requireObject(context, wanted, COLLECTION_TYPE)
  requireObject(context, terms.feeSchedule, family.types.feeSchedule)
  if (typeof wanted !== 'string') optInToTransfers(context)
  requireOpen(context, family, terms.feeSchedule)
  requireTerms(context, family, terms)
  const offer = createOrderObject(context)
  context.putResource(offer, offerType(family, coin), {
    fee_schedule: moveObject(terms.feeSchedule),
    bidder: toShortAddress(context.sender),
    remaining: String(terms.amount),
    item_price: String(terms.price),
    expiration_time: String(terms.expiration),
    root: `0x${terms.root}`,
    ...storedCollection(wanted),
    ...storedRates(context, family, terms.feeSchedule),
    delete_ref: moveRef(offer),
  })
  addOffer(context, family, coin)
  payListingFee(context, family, terms.feeSchedule)
  if (deposit > 0n) depositIntoPool(context, family, coin, deposit)
  emit(context, family, 'PoolOfferPlaced', terms.feeSchedule, {
    pool_offer: toShortAddress(offer),
    purchaser: toShortAddress(context.sender),
    price: String(terms.price),
    token_amount: String(terms.amount),
    collection_metadata: wantedMetadata(context, wanted),
    root: `0x${terms.root}`,
    coin_type: coin,
    expiration_time: String(terms.expiration),
  })
}

/** Cancels an offer; the pool is not touched. @throws MoveAbort @source contracts/marketplace pool_offer::cancel */
export function cancelPoolOffer(context: MoveContext, family: Family, coin: string, offer: Address): void {
  const open = openPoolOffer(context, family, coin, offer)
  if (open.bidder !== context.sender) throw familyAbort(family, 'pool_offer', 'ENOT_BIDDER')
  emit(context, family, 'PoolOfferCanceled', open.feeSchedule, {
    pool_offer: toShortAddress(offer),
    purchaser: toShortAddress(open.bidder),
    price: String(open.price),
    remaining_token_amount: String(open.amount),
    collection_metadata: wantedMetadata(context, open.wanted),
    root: `0x${open.root}`,
    coin_type: coin,
  })
  deleteOffer(context, family, coin, offer, open.bidder)
}

/** Sells a v2 token into an offer. @throws MoveAbort @source contracts/marketplace pool_offer::sell_tokenv2_for_at_least */
export function sellToPoolOffer(
  context: MoveContext,
  family: Family,
  coin: string,
  sale: PoolSale,
  token: Address,
): void {
  const open = openPoolOffer(context, family, coin, sale.offer)
  requireObject(context, token, TOKEN_TYPE)
  const collection = collectionOf(context, token)
  if (typeof open.wanted !== 'string') throw familyAbort(family, 'pool_offer', 'EOTHER_STANDARD')
  if (collection !== open.wanted) throw familyAbort(family, 'pool_offer', 'EINCORRECT_COLLECTION')
  if (open.root !== '') requireMember(family, open.root, token, sale.proof)
  const before = context.balanceApt(context.sender)
  context.transferObject(context.sender, token, open.bidder)
  settle(context, family, coin, sale, open, token)
  requireReceivedAtLeast(context, locationOf(family, 'balance_guard'), before, sale.least)
}

/** Sells a v1 token into an offer. @throws MoveAbort @source contracts/marketplace pool_offer::sell_tokenv1_for_at_least */
export function sellToPoolOfferV1(
  context: MoveContext,
  family: Family,
  coin: string,
  sale: PoolSale,
  named: Pick<TokenIdV1, 'name' | 'propertyVersion'>,
): void {
  const open = openPoolOffer(context, family, coin, sale.offer)
  if (typeof open.wanted === 'string') throw familyAbort(family, 'pool_offer', 'EOTHER_STANDARD')
  const token = { ...open.wanted, ...named }
  if (open.root !== '') requireMember(family, open.root, token, sale.proof)
  const before = context.balanceApt(context.sender)
  context.directDepositToken(open.bidder, context.withdrawToken(context.sender, token, 1n))
  settle(context, family, coin, sale, open, token)
  requireReceivedAtLeast(context, locationOf(family, 'balance_guard'), before, sale.least)
}

/** Reads an open offer. @throws MoveAbort */
export function openPoolOffer(context: MoveContext, family: Family, coin: string, offer: Address): OpenPoolOffer {
  const stored = requireObject(context, offer, offerType(family, coin))
  return {
    price: u64At(stored, 'item_price'),
    amount: u64At(stored, 'remaining'),
    expiration: u64At(stored, 'expiration_time'),
    root: textAt(stored, 'root').slice(2),
    feeSchedule: addressAt(stored, 'fee_schedule.inner'),
    bidder: addressAt(stored, 'bidder'),
    wanted: wantedCollection(stored),
    stored,
  }
}

/** Returns how many items an offer can buy now. @source contracts/marketplace pool_offer::fillable */
export function fillableItems(context: MoveContext, family: Family, coin: string, offer: Address): bigint {
  const open = openPoolOffer(context, family, coin, offer)
  if (context.nowSeconds >= open.expiration) return 0n
  const covered = poolBalance(context, family, coin, open.bidder) / open.price
  return covered < open.amount ? covered : open.amount
}

function requireTerms(context: MoveContext, family: Family, { price, amount, expiration, root }: PoolOfferTerms): void {
  if (price === 0n || amount === 0n || context.nowSeconds >= expiration) {
    throw familyAbort(family, 'pool_offer', 'EINCORRECT_TERMS')
  }
  if (price * amount > MAX_U64) throw new MoveExecutionFailure(`${locationOf(family, 'pool_offer')}::place`, 0)
  if (root !== '') requireRoot(family, root)
}

/** Pays the seller one item's price out of the pool; with the last item the offer ends. @source contracts/marketplace pool_offer::settle */
function settle(
  context: MoveContext,
  family: Family,
  coin: string,
  { offer }: PoolSale,
  open: OpenPoolOffer,
  token: SoldToken,
): void {
  if (context.nowSeconds >= open.expiration) throw familyAbort(family, 'pool_offer', 'EEXPIRED')
  const { bidder, feeSchedule, price } = open
  takeFromPool(context, family, coin, bidder, price)
  const remaining = open.amount - 1n
  const parties = { seller: context.sender, buyer: bidder }
  const sale = { feeSchedule, resource: open.stored, token, ...parties, priceOctas: price }
  const settled = settleOffer(context, family, sale, true)
  const [commission, royalties] = [u64At(settled, 'commission'), u64At(settled, 'royalties')]
  emit(context, family, 'PoolOfferFilled', feeSchedule, {
    pool_offer: toShortAddress(offer),
    ...settled,
    token_metadata: metadataOf(context, token),
    coin_type: coin,
    seller_received: String(price - commission - royalties),
    remaining_token_amount: String(remaining),
    pool_balance: String(poolBalance(context, family, coin, bidder)),
  })
  if (remaining === 0n) deleteOffer(context, family, coin, offer, bidder)
  else updateResource(context, offer, offerType(family, coin), { remaining: String(remaining) })
}

function deleteOffer(context: MoveContext, family: Family, coin: string, offer: Address, bidder: Address): void {
  removeOffer(context, family, coin, bidder)
  context.removeResource(offer, offerType(family, coin))
  context.deleteObject(offer)
}

function offerType(family: Family, coin: string): string {
  return ofCoin(family.types.poolOffer, coin)
}

function storedCollection(wanted: WantedCollection): JsonObject {
  if (typeof wanted === 'string') {
    return { collection: moveOption(moveObject(wanted)), creator_address: '0x0', collection_name: '' }
  }
  const { creator, collection } = wanted
  return { collection: moveOption(null), creator_address: toShortAddress(creator), collection_name: collection }
}

function wantedCollection(stored: JsonObject): WantedCollection {
  if (jsonAt(stored, 'collection.vec.0') !== undefined) return addressAt(stored, 'collection.vec.0.inner')
  return { creator: addressAt(stored, 'creator_address'), collection: textAt(stored, 'collection_name') }
}

/** Emits a module event of our package; `marketplace` comes first in each. */
function emit(context: MoveContext, family: Family, name: string, feeSchedule: Address, data: JsonObject): void {
  const marketplace = { marketplace: toShortAddress(feeSchedule) }
  context.emit(`${locationOf(family, 'events')}::${name}`, { ...marketplace, ...data })
}
