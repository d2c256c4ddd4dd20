import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveFunction, MoveModule } from '../../modules/move-module.ts'
import { entry, resource, value } from '../aptos-example/move-function.ts'
import { addressArgument, addressAt, moveObject, moveRef, u64Argument, u64At } from '../aptos-example/move-values.ts'
import { createOrderObject, requireObject } from '../aptos-example/objects.ts'
import { COLLECTION_TYPE, collectionOf, royaltyOf, TOKEN_TYPE } from '../aptos-example/token-metadata.ts'
import { unlist } from './listings-module.ts'
import { createStore, emitEvent, handleFields, type Package, refusal, sharesOf } from './package.ts'

const STORE = 'biddings_v2::BidStore'
/** On mainnet gas ends the loop; this chain counts gas when a transaction is over. */
const MAX_BIDS = 1_000n
const TOKEN = '0x1::object::Object<0x4::token::Token>'
const COLLECTION = '0x1::object::Object<0x4::collection::Collection>'

/** Returns `biddings_v2`: each bid is an object that holds the price of one item. */
export function biddingsModule(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: 'biddings_v2',
    genesis: (context) => createStore(context, own, STORE),
    functions: [...placing(own), ...ending(own)],
    structs: structs(own),
  }
}

function placing(own: Package): readonly MoveFunction[] {
  return [
    entry('token_bid', [TOKEN, 'u64'], (context, _types, args) => {
      const token = addressArgument(args, 0)
      requireObject(context, token, TOKEN_TYPE)
      place(context, own, 'token', token, u64Argument(args, 1))
    }),
    entry('collection_bid', [COLLECTION, 'u64'], (context, _types, args) =>
      bidOnCollection(context, own, addressArgument(args, 0), u64Argument(args, 1)),
    ),
    entry('collection_bids', [COLLECTION, 'u64', 'u64'], (context, _types, args) => {
      const count = u64Argument(args, 2)
      if (count > MAX_BIDS) throw refusal(own, 'biddings_v2', 3n, 'ETOO_MANY_BIDS', 'So many bids cost too much gas.')
      for (let left = count; left > 0n; left -= 1n) {
        bidOnCollection(context, own, addressArgument(args, 0), u64Argument(args, 1))
      }
    }),
  ]
}

function ending(own: Package): readonly MoveFunction[] {
  const tokenBid = `0x1::object::Object<${bidType(own, 'token')}>`
  const collectionBid = `0x1::object::Object<${bidType(own, 'collection')}>`
  const listing = `0x1::object::Object<${own.prefix}::listings_v2::Listing>`
  return [
    entry('cancel_token_bid', [tokenBid], (context, _types, args) =>
      cancel(context, own, 'token', addressArgument(args, 0)),
    ),
    entry('cancel_collection_bid', [collectionBid], (context, _types, args) =>
      cancel(context, own, 'collection', addressArgument(args, 0)),
    ),
    entry('accept_token_bid', [tokenBid], (context, _types, args) =>
      acceptTokenBid(context, own, addressArgument(args, 0)),
    ),
    entry('unlist_and_accept_token_bid', [listing, tokenBid], (context, _types, args) => {
      unlist(context, own, addressArgument(args, 0))
      acceptTokenBid(context, own, addressArgument(args, 1))
    }),
    entry('accept_collection_bid', [collectionBid, TOKEN], (context, _types, args) =>
      acceptCollectionBid(context, own, addressArgument(args, 0), addressArgument(args, 1)),
    ),
    // The name of the call is known; the order of its arguments is assumed from the call for token bids.
    entry('unlist_and_accept_collection_bid', [listing, collectionBid], (context, _types, args) => {
      const token = unlist(context, own, addressArgument(args, 0))
      acceptCollectionBid(context, own, addressArgument(args, 1), token)
    }),
  ]
}

type Kind = 'token' | 'collection'

function bidType({ prefix }: Package, kind: Kind): string {
  return `${prefix}::biddings_v2::${kind === 'token' ? 'TokenBid' : 'CollectionBid'}`
}

function bidOnCollection(context: MoveContext, own: Package, collection: Address, price: bigint): void {
  requireObject(context, collection, COLLECTION_TYPE)
  place(context, own, 'collection', collection, price)
}

/** @source mainnet 2386133936, 2386891051 */
function place(context: MoveContext, own: Package, kind: Kind, wanted: Address, price: bigint): void {
  const bid = createOrderObject(context)
  context.withdrawApt(context.sender, price)
  context.putResource(bid, bidType(own, kind), {
    bid_buyer: toShortAddress(context.sender),
    coins: { value: String(price) },
    delete_ref: moveRef(bid),
    [kind]: moveObject(wanted),
  })
  const data = eventOf(open(context, own, kind, bid))
  emitEvent(context, own, STORE, `insert_${kind}_bid_events`, { ...data, [kind]: moveObject(wanted) })
}

/** @source mainnet 2386142672, 2386889884 */
function cancel(context: MoveContext, own: Package, kind: Kind, bid: Address): void {
  const placed = open(context, own, kind, bid)
  if (placed.buyer !== context.sender) {
    throw refusal(own, 'biddings_v2', 1n, 'ENOT_BUYER', 'The caller did not place the bid.')
  }
  remove(context, own, kind, bid)
  context.depositApt(placed.buyer, placed.price)
  emitEvent(context, own, STORE, `delete_${kind}_bid_events`, { ...eventOf(placed), [kind]: moveObject(placed.wanted) })
}

function acceptTokenBid(context: MoveContext, own: Package, bid: Address): void {
  const placed = open(context, own, 'token', bid)
  settle(context, own, 'token', placed, placed.wanted)
}

function acceptCollectionBid(context: MoveContext, own: Package, bid: Address, token: Address): void {
  const placed = open(context, own, 'collection', bid)
  if (collectionOf(context, token) !== placed.wanted) {
    throw refusal(own, 'biddings_v2', 2n, 'EWRONG_COLLECTION', 'The token is not of the collection that is bid on.')
  }
  settle(context, own, 'collection', placed, token)
}

/** Pays out the bid, then hands over the token. @source order of events in mainnet 2296098846 */
function settle(context: MoveContext, own: Package, kind: Kind, placed: OpenBid, token: Address): void {
  const seller = context.sender
  const royalty = royaltyOf(context, token)
  for (const { to, octas } of sharesOf(own, { seller, price: placed.price }, royalty)) context.depositApt(to, octas)
  context.transferObject(seller, token, placed.buyer)
  remove(context, own, kind, placed.bid)
  emitEvent(context, own, STORE, `accept_${kind}_bid_events`, {
    ...eventOf(placed),
    bid_seller: toShortAddress(seller),
    token: moveObject(token),
  })
}

interface OpenBid {
  readonly bid: Address
  readonly buyer: Address
  readonly wanted: Address
  readonly price: bigint
}

/** @throws MoveAbort when it was accepted, cancelled or never was. */
function open(context: MoveContext, own: Package, kind: Kind, bid: Address): OpenBid {
  const resource = requireObject(context, bid, bidType(own, kind))
  return {
    bid,
    buyer: addressAt(resource, 'bid_buyer'),
    wanted: addressAt(resource, `${kind}.inner`),
    price: u64At(resource, 'coins.value'),
  }
}

function remove(context: MoveContext, own: Package, kind: Kind, bid: Address): void {
  context.removeResource(bid, bidType(own, kind))
  context.deleteObject(bid)
}

function eventOf({ bid, buyer, price }: OpenBid): JsonObject {
  return { bid: moveObject(bid), bid_buyer: toShortAddress(buyer), price: String(price) }
}

function structs(own: Package) {
  const bid = (kind: Kind) =>
    [
      ['bid', `0x1::object::Object<${bidType(own, kind)}>`],
      ['bid_buyer', 'address'],
      ['price', 'u64'],
      ['timestamp', 'u64'],
    ] as const
  const held = [
    ['bid_buyer', 'address'],
    ['coins', '0x1::coin::Coin<0x1::aptos_coin::AptosCoin>'],
    ['delete_ref', '0x1::object::DeleteRef'],
  ] as const
  const token = ['token', TOKEN] as const
  const collection = ['collection', COLLECTION] as const
  const seller = ['bid_seller', 'address'] as const
  return [
    resource('TokenBid', [...held, token]),
    resource('CollectionBid', [...held, collection]),
    resource('BidStore', handleFields(own, STORE)),
    value('InsertTokenBidEvent', [...bid('token'), token]),
    value('DeleteTokenBidEvent', [...bid('token'), token]),
    value('AcceptTokenBidEvent', [...bid('token'), seller, token]),
    value('InsertCollectionBidEvent', [...bid('collection'), collection]),
    value('DeleteCollectionBidEvent', [...bid('collection'), collection]),
    value('AcceptCollectionBidEvent', [...bid('collection'), seller, token]),
  ]
}
