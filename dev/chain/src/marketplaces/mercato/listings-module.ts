import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule } from '../../modules/move-module.ts'
import { entry, resource, value } from '../aptos-example/move-function.ts'
import {
  addressArgument,
  addressAt,
  addressListArgument,
  eachPair,
  moveObject,
  moveRef,
  u64Argument,
  u64At,
  u64ListArgument,
} from '../aptos-example/move-values.ts'
import { createOrderObject, requireObject } from '../aptos-example/objects.ts'
import { royaltyOf, TOKEN_TYPE } from '../aptos-example/token-metadata.ts'
import { createStore, emitEvent, handleFields, type Package, payShares, refusal, sharesOf } from './package.ts'

const STORE = 'listings_v2::ListingStore'
const TOKEN = '0x1::object::Object<0x4::token::Token>'

/**
 * Returns `listings_v2`.
 * @NOTE No transaction of `relist_token` is known: we take it to keep the listing and to tell the new price by
 *   InsertListingEvent. The contract's source is closed; what it pays and emits otherwise is as recorded.
 */
export function listingsModule(own: Package): MoveModule {
  const listing = `0x1::object::Object<${listingType(own)}>`
  return {
    address: own.contracts.packageAddress,
    name: 'listings_v2',
    genesis: (context) => createStore(context, own, STORE),
    structs: [listingStruct, ...eventStructs(listing), resource('ListingStore', handleFields(own, STORE))],
    functions: [
      entry('list_token', [TOKEN, 'u64'], (context, _types, args) =>
        list(context, own, addressArgument(args, 0), u64Argument(args, 1)),
      ),
      entry('list_tokens', [`vector<${TOKEN}>`, 'vector<u64>'], (context, _types, args) =>
        eachPair(addressListArgument(args, 0), u64ListArgument(args, 1), (token, price) =>
          list(context, own, token, price),
        ),
      ),
      entry('relist_token', [listing, 'u64'], (context, _types, args) =>
        relist(context, own, addressArgument(args, 0), u64Argument(args, 1)),
      ),
      entry('unlist_token', [listing], (context, _types, args) => {
        unlist(context, own, addressArgument(args, 0))
      }),
      entry('unlist_tokens', [`vector<${listing}>`], (context, _types, args) => {
        for (const each of addressListArgument(args, 0)) unlist(context, own, each)
      }),
      entry('buy_token', [listing], (context, _types, args) => buy(context, own, addressArgument(args, 0))),
      entry('buy_tokens', [`vector<${listing}>`], (context, _types, args) => {
        for (const each of addressListArgument(args, 0)) buy(context, own, each)
      }),
    ],
  }
}

function listingType({ prefix }: Package): string {
  return `${prefix}::listings_v2::Listing`
}

/** @source mainnet 2386809975 */
export function list(context: MoveContext, own: Package, token: Address, price: bigint): void {
  requireObject(context, token, TOKEN_TYPE)
  const listing = createOrderObject(context)
  context.putResource(listing, listingType(own), {
    delete_ref: moveRef(listing),
    extend_ref: moveRef(listing),
    price: String(price),
    seller: toShortAddress(context.sender),
    token: moveObject(token),
  })
  context.transferObject(context.sender, token, listing)
  emitEvent(context, own, STORE, 'insert_listing_events', eventOf(open(context, own, listing)))
}

/** Gives a listing another price and says so. @throws MoveAbort unless its seller asks */
export function relist(context: MoveContext, own: Package, listing: Address, price: bigint): void {
  const { seller } = open(context, own, listing)
  requireSeller(context, own, seller)
  const resource = requireObject(context, listing, listingType(own))
  context.putResource(listing, listingType(own), { ...resource, price: String(price) })
  emitEvent(context, own, STORE, 'insert_listing_events', eventOf(open(context, own, listing)))
}

/** Ends a listing for its seller. @returns the token @source mainnet 2296098846 */
export function unlist(context: MoveContext, own: Package, listing: Address): Address {
  const listed = open(context, own, listing)
  requireSeller(context, own, listed.seller)
  close(context, own, listed, listed.seller)
  emitEvent(context, own, STORE, 'delete_listing_events', eventOf(listed))
  return listed.token
}

/** @source mainnet 2386455218 */
export function buy(context: MoveContext, own: Package, listing: Address): void {
  const listed = open(context, own, listing)
  payShares(context, context.sender, sharesOf(own, listed, royaltyOf(context, listed.token)))
  close(context, own, listed, context.sender)
  emitEvent(context, own, STORE, 'buy_events', { ...eventOf(listed), buyer: toShortAddress(context.sender) })
}

interface OpenListing {
  readonly listing: Address
  readonly seller: Address
  readonly token: Address
  readonly price: bigint
}

/** @throws MoveAbort when it is sold, delisted or never was. */
function open(context: MoveContext, own: Package, listing: Address): OpenListing {
  const resource = requireObject(context, listing, listingType(own))
  return {
    listing,
    seller: addressAt(resource, 'seller'),
    token: addressAt(resource, 'token.inner'),
    price: u64At(resource, 'price'),
  }
}

function close(context: MoveContext, own: Package, { listing, token }: OpenListing, recipient: Address): void {
  context.transferObject(listing, token, recipient)
  context.removeResource(listing, listingType(own))
  context.deleteObject(listing)
}

function requireSeller(context: MoveContext, own: Package, seller: Address): void {
  if (seller !== context.sender) {
    throw refusal(own, 'listings_v2', 1n, 'ENOT_SELLER', 'The caller is not the seller.')
  }
}

function eventOf({ listing, seller, token, price }: OpenListing): JsonObject {
  return {
    listing: moveObject(listing),
    price: String(price),
    seller: toShortAddress(seller),
    token: moveObject(token),
  }
}

const listingStruct = resource('Listing', [
  ['token', TOKEN],
  ['seller', 'address'],
  ['price', 'u64'],
  ['delete_ref', '0x1::object::DeleteRef'],
  ['extend_ref', '0x1::object::ExtendRef'],
])

function eventStructs(listing: string) {
  const fields = [
    ['listing', listing],
    ['price', 'u64'],
    ['seller', 'address'],
    ['timestamp', 'u64'],
    ['token', TOKEN],
  ] as const
  return [
    value('InsertListingEvent', fields),
    value('DeleteListingEvent', fields),
    value('BuyEvent', [...fields, ['buyer', 'address']]),
  ]
}
