import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveResource, TokenIdV1 } from '../../modules/move-module.ts'
import { tokenIdJson, tokenIdOf } from '../../modules/token-v1/token-data.ts'
import { mergeTokens, TOKEN } from '../../modules/token-v1/token-store.ts'
import { addressAt, textAt, u64At } from '../aptos-example/move-values.ts'
import { type Package, refusal, storeTable } from './package.ts'

/** The store of the v1 bids. */
export const BIDS_V1 = 'biddings::BidStore'

interface Terms {
  readonly buyer: Address
  /** Octas per item. */
  readonly price: bigint
  /** Items still wanted. */
  readonly amount: bigint
}

export interface TokenBidV1 extends Terms {
  readonly kind: 'token'
  readonly token: TokenIdV1
}

export interface CollectionBidV1 extends Terms {
  readonly kind: 'collection'
  readonly collection: { readonly creator: Address; readonly name: string }
}

export type BidV1 = TokenBidV1 | CollectionBidV1
type BidKind = BidV1['kind']

/** The open v1 bids, the count that numbers them, and tokens that wait for their buyers. */
export interface BidsV1 {
  takeNonce(): bigint
  get(kind: BidKind, nonce: bigint): BidV1 | null
  put(nonce: bigint, bid: BidV1): void
  remove(kind: BidKind, nonce: bigint): void
  /** Takes a token that waits for its buyer; null when none does. */
  takeClaim(owner: Address, token: TokenIdV1): JsonObject | null
  /** A token that already waits is merged with the new one. */
  putClaim(owner: Address, token: TokenIdV1, held: JsonObject): void
}

/** Returns the tables of bids on v1 tokens. */
export function bidsOf(context: MoveContext, own: Package): BidsV1 {
  const table = (field: string, keyType: string, valueType: string) =>
    storeTable(context, own, BIDS_V1, field, { keyType, valueType })
  const of = (kind: BidKind) =>
    kind === 'token'
      ? table('token_bids', 'u128', `${own.prefix}::biddings::TokenBid`)
      : table('collection_bids', 'u128', `${own.prefix}::biddings::CollectionBid`)
  const claims = () => table('claims', `${own.prefix}::biddings::ClaimId`, TOKEN)
  const claimKey = (owner: Address, token: TokenIdV1) => ({
    owner: toShortAddress(owner),
    token_id: tokenIdJson(token),
  })
  return {
    takeNonce: () => takeNonce(context, own),
    get: (kind, nonce) => bidFrom(kind, of(kind).get(String(nonce))),
    put: (nonce, bid) => of(bid.kind).put(String(nonce), rowOf(bid)),
    remove: (kind, nonce) => of(kind).remove(String(nonce)),
    takeClaim: (owner, token) => {
      const held = claims().get(claimKey(owner, token))
      if (held !== null) claims().remove(claimKey(owner, token))
      return held
    },
    putClaim: (owner, token, held) => {
      const waiting = claims().get(claimKey(owner, token))
      claims().put(claimKey(owner, token), waiting === null ? held : mergeTokens(waiting, held))
    },
  }
}

/** @throws MoveAbort when it was accepted, cancelled or never was. */
export function openBid<Kind extends BidKind>(
  context: MoveContext,
  own: Package,
  kind: Kind,
  nonce: bigint,
): Extract<BidV1, { kind: Kind }> {
  const bid = bidsOf(context, own).get(kind, nonce)
  if (bid === null) throw refusal(own, 'biddings', 2n, 'ENO_BID', 'There is no such bid.')
  return bid as Extract<BidV1, { kind: Kind }>
}

/** Returns the fields of a bid in events, without its time. */
export function bidEventOf(nonce: bigint, bid: BidV1): JsonObject {
  const terms = { bid_buyer: toShortAddress(bid.buyer), nonce: String(nonce), price: String(bid.price) }
  return { ...terms, ...wantedJson(bid) }
}

function wantedJson(bid: BidV1): JsonObject {
  if (bid.kind === 'token') return { token_id: tokenIdJson(bid.token) }
  const { creator, name } = bid.collection
  const collection_id = { collection_creator: toShortAddress(creator), collection_name: name }
  return { amount: String(bid.amount), collection_id }
}

function rowOf(bid: BidV1): JsonObject {
  const coins = { value: String(bid.price * bid.amount) }
  return { bid_buyer: toShortAddress(bid.buyer), coins, price: String(bid.price), ...wantedJson(bid) }
}

function bidFrom(kind: BidKind, row: JsonObject | null): BidV1 | null {
  if (row === null) return null
  const terms = { buyer: addressAt(row, 'bid_buyer'), price: u64At(row, 'price') }
  if (kind === 'token') return { ...terms, kind, amount: 1n, token: tokenIdOf(row.token_id as JsonObject) }
  const collection = {
    creator: addressAt(row, 'collection_id.collection_creator'),
    name: textAt(row, 'collection_id.collection_name'),
  }
  return { ...terms, kind, amount: u64At(row, 'amount'), collection }
}

function takeNonce(context: MoveContext, own: Package): bigint {
  const type = `${own.prefix}::${BIDS_V1}`
  const store = context.getResource(own.contracts.packageAddress, type) as MoveResource
  const nonce = u64At(store, 'nonce') + 1n
  context.putResource(own.contracts.packageAddress, type, { ...store, nonce: String(nonce) })
  return nonce
}
