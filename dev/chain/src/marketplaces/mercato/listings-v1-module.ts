import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import {
  TOKEN_ID_COLUMNS,
  TOKEN_ID_PARAMETERS,
  tokenIdArgument,
  tokenIdColumns,
} from '../../modules/token-v1/token-arguments.ts'
import { type ModuleTable, TOKEN_ID, tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { TOKEN } from '../../modules/token-v1/token-store.ts'
import { entry, resource, value } from '../aptos-example/move-function.ts'
import { addressAt, u64Argument, u64At } from '../aptos-example/move-values.ts'
import {
  createStore,
  emitEvent,
  handleFields,
  type Package,
  payShares,
  refusal,
  sharesOf,
  storeTable,
} from './package.ts'

const STORE = 'listings::ListingStore'

/**
 * Returns `listings`: v1 tokens, held by the marketplace while they are up.
 * @NOTE Of the v1 modules only `BuyEvent` is known from a transaction (mainnet 2382221134), calls and events from other
 *   people's code. That a listing is stored by its TokenId, so that there is one at a time, follows from `buy_token`,
 *   which names nothing else.
 */
export function listingsV1Module(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: 'listings',
    genesis: (context) =>
      createStore(context, own, STORE, { listings: { handle: toShortAddress(context.newTable()) } }),
    structs: structs(own),
    functions: [
      entry('list_token', [...TOKEN_ID_PARAMETERS, 'u64'], (context, _types, args) =>
        listV1(context, own, tokenIdArgument(args, 0), u64Argument(args, 4)),
      ),
      entry('unlist_token', TOKEN_ID_PARAMETERS, (context, _types, args) =>
        unlistV1(context, own, tokenIdArgument(args, 0)),
      ),
      entry('buy_token', TOKEN_ID_PARAMETERS, (context, _types, args) => buyV1(context, own, tokenIdArgument(args, 0))),
      entry('buy_tokens', TOKEN_ID_COLUMNS, (context, _types, args) => {
        for (const token of tokenIdColumns(args, 0)) buyV1(context, own, token)
      }),
    ],
  }
}

/** Takes a v1 token into the store, for sale. @throws MoveAbort where it is for sale already */
export function listV1(context: MoveContext, own: Package, token: TokenIdV1, price: bigint): void {
  const listings = tableOf(context, own)
  if (listings.get(tokenIdJson(token)) !== null) {
    throw refusal(own, 'listings', 3n, 'EALREADY_LISTED', 'The token is already listed.')
  }
  const held = context.withdrawToken(context.sender, token, 1n)
  const owner = context.sender
  listings.put(tokenIdJson(token), { owner: toShortAddress(owner), price: String(price), token: held })
  emitEvent(context, own, STORE, 'insert_listing_events', eventOf(token, { owner, price }))
}

/** Changes the price of the caller's listing. The event is known, the function that emits it is not. */
export function repriceV1(context: MoveContext, own: Package, token: TokenIdV1, price: bigint): void {
  const listed = openListing(context, own, token)
  requireSeller(context, own, listed.owner)
  const row = { owner: toShortAddress(listed.owner), price: String(price), token: listed.held }
  tableOf(context, own).put(tokenIdJson(token), row)
  const data = { ...eventOf(token, { owner: listed.owner, price }), old_price: String(listed.price) }
  emitEvent(context, own, STORE, 'update_listing_events', data)
}

/** Gives a v1 token back to its seller. @throws MoveAbort unless that one asks */
export function unlistV1(context: MoveContext, own: Package, token: TokenIdV1): void {
  const listed = openListing(context, own, token)
  requireSeller(context, own, listed.owner)
  tableOf(context, own).remove(tokenIdJson(token))
  context.depositToken(listed.owner, listed.held)
  emitEvent(context, own, STORE, 'delete_listing_events', eventOf(token, listed))
}

/** Pays as the v2 module does; the buyer, who signs, takes the token. */
export function buyV1(context: MoveContext, own: Package, token: TokenIdV1): void {
  const listed = openListing(context, own, token)
  const shares = sharesOf(own, { seller: listed.owner, price: listed.price }, context.tokenRoyalty(token))
  payShares(context, context.sender, shares)
  tableOf(context, own).remove(tokenIdJson(token))
  context.depositToken(context.sender, listed.held)
  emitEvent(context, own, STORE, 'buy_events', { ...eventOf(token, listed), buyer: toShortAddress(context.sender) })
}

interface Terms {
  readonly owner: Address
  readonly price: bigint
}

/** @throws MoveAbort when it is sold, delisted or never was. */
function openListing(context: MoveContext, own: Package, token: TokenIdV1): Terms & { readonly held: JsonObject } {
  const row = tableOf(context, own).get(tokenIdJson(token))
  if (row === null) throw refusal(own, 'listings', 2n, 'ENO_LISTING', 'The token is not listed.')
  return { owner: addressAt(row, 'owner'), price: u64At(row, 'price'), held: row.token as JsonObject }
}

function requireSeller(context: MoveContext, own: Package, owner: Address): void {
  if (owner !== context.sender) {
    throw refusal(own, 'listings', 1n, 'ENOT_SELLER', 'The caller is not the seller.')
  }
}

function tableOf(context: MoveContext, own: Package): ModuleTable {
  const types = { keyType: TOKEN_ID, valueType: `${own.prefix}::listings::Listing` }
  return storeTable(context, own, STORE, 'listings', types)
}

function eventOf(token: TokenIdV1, { owner, price }: Terms): JsonObject {
  return { owner: toShortAddress(owner), price: String(price), token_id: tokenIdJson(token) }
}

function structs(own: Package) {
  const fields = [
    ['owner', 'address'],
    ['price', 'u64'],
    ['timestamp', 'u64'],
    ['token_id', TOKEN_ID],
  ] as const
  return [
    value('Listing', [
      ['owner', 'address'],
      ['price', 'u64'],
      ['token', TOKEN],
    ]),
    value('InsertListingEvent', fields),
    value('UpdateListingEvent', [...fields, ['old_price', 'u64']]),
    value('DeleteListingEvent', fields),
    value('BuyEvent', [...fields, ['buyer', 'address']]),
    resource('ListingStore', [
      ['listings', `0x1::table::Table<${TOKEN_ID}, ${own.prefix}::listings::Listing>`],
      ...handleFields(own, STORE),
    ]),
  ]
}
