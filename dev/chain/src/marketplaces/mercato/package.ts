import type { Address } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { applyRate } from '@opal/domain/prices/rates'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { FEE_RECEIVER } from '@opal/marketplaces/mercato/contracts'
import { MoveAbort, type MoveContext, type TokenRoyaltyV1 } from '../../modules/move-module.ts'
import { ModuleTable, type TableTypes } from '../../modules/token-v1/token-data.ts'
import { withdrawExcess } from '../aptos-example/aborts.ts'

/** The deployment whose modules run. */
export interface Package {
  readonly contracts: MarketplaceContracts
  /** `0x…`, as types and events spell it. */
  readonly prefix: string
}

/**
 * Event handles, all on the package's account, with their creation numbers.
 * @source v2: `ListingStore`, `BidStore` in the write set of mainnet 2386809975, 2386891051. Of v1 only the events are
 *   known: names after theirs, the numbers are ours.
 */
const STORES = {
  'listings::ListingStore': {
    insert_listing_events: ['InsertListingEvent', 4],
    update_listing_events: ['UpdateListingEvent', 5],
    delete_listing_events: ['DeleteListingEvent', 6],
    buy_events: ['BuyEvent', 7],
  },
  'biddings::BidStore': {
    insert_token_bid_events: ['InsertTokenBidEvent', 8],
    delete_token_bid_events: ['DeleteTokenBidEvent', 9],
    accept_token_bid_events: ['AcceptTokenBidEvent', 10],
    insert_collection_bid_events: ['InsertCollectionBidEvent', 11],
    delete_collection_bid_events: ['DeleteCollectionBidEvent', 12],
    accept_collection_bid_events: ['AcceptCollectionBidEvent', 13],
  },
  'listings_v2::ListingStore': {
    insert_listing_events: ['InsertListingEvent', 15],
    delete_listing_events: ['DeleteListingEvent', 16],
    buy_events: ['BuyEvent', 17],
  },
  'biddings_v2::BidStore': {
    insert_token_bid_events: ['InsertTokenBidEvent', 18],
    delete_token_bid_events: ['DeleteTokenBidEvent', 19],
    accept_token_bid_events: ['AcceptTokenBidEvent', 20],
    insert_collection_bid_events: ['InsertCollectionBidEvent', 21],
    delete_collection_bid_events: ['DeleteCollectionBidEvent', 22],
    accept_collection_bid_events: ['AcceptCollectionBidEvent', 23],
  },
} as const satisfies Record<string, Record<string, readonly [string, number]>>

export type Stores = typeof STORES

/** Creates the marketplace's stores as publishing left them. @param more fields of the store in addition to its event handles */
export function createStore(
  context: MoveContext,
  { contracts, prefix }: Package,
  store: keyof Stores,
  more: JsonObject = {},
): void {
  const handles = Object.entries(STORES[store]).map(([handle, [, creation]]) => {
    const id = { addr: prefix, creation_num: String(creation) }
    return [handle, { counter: '0', guid: { id } }] as const
  })
  context.putResource(contracts.packageAddress, `${prefix}::${store}`, { ...more, ...Object.fromEntries(handles) })
}

/**
 * Returns a table of one of the stores.
 * @throws MoveAbort on a chain whose genesis did not have the store.
 */
export function storeTable(
  context: MoveContext,
  own: Package,
  store: keyof Stores,
  field: string,
  types: TableTypes,
): ModuleTable {
  const resource = context.getResource(own.contracts.packageAddress, `${own.prefix}::${store}`)
  if (resource !== null) return new ModuleTable(context, resource, field, types)
  throw refusal(own, store.split('::')[0] as string, 9n, 'ENOT_INITIALIZED', 'The store was never made.')
}

/** Returns the event handles of a store, for its struct in the ABI. */
export function handleFields({ prefix }: Package, store: keyof Stores): readonly (readonly [string, string])[] {
  const module = store.split('::')[0]
  return Object.entries(STORES[store]).map(
    ([handle, [struct]]) => [handle, `0x1::event::EventHandle<${prefix}::${module}::${struct}>`] as const,
  )
}

/** Emits one of the marketplace's events; each carries the block's time in microseconds. */
export function emitEvent<Store extends keyof Stores>(
  context: MoveContext,
  { contracts, prefix }: Package,
  store: Store,
  handle: keyof Stores[Store] & string,
  data: JsonObject,
): void {
  const [struct] = (STORES[store] as Record<string, readonly [string, number]>)[handle] as readonly [string, number]
  const type = `${prefix}::${store.split('::')[0]}::${struct}`
  const timed = { ...data, timestamp: String(context.nowMicros) }
  context.emitOnHandle(contracts.packageAddress, `${prefix}::${store}`, handle, type, timed)
}

/** A payment out of a price, in the order of payment: royalty, commission, the seller's rest. Zeroes are left out. */
export interface Share {
  readonly to: Address
  readonly octas: bigint
}

/**
 * @param royalty of the token, or null where it has none
 * @throws MoveAbort when royalty and commission exceed the price.
 * @source deposits of mainnet 2386455218 (buy), 2296098846 (bid)
 */
export function sharesOf(
  { contracts }: Package,
  sale: { readonly seller: Address; readonly price: bigint },
  royalty: TokenRoyaltyV1 | null,
): readonly Share[] {
  const royaltyOctas = royalty === null ? 0n : applyRate(sale.price, royalty)
  const commission = applyRate(sale.price, contracts.commission)
  if (royaltyOctas + commission > sale.price) throw withdrawExcess()
  return [
    { to: royalty?.payee ?? sale.seller, octas: royaltyOctas },
    { to: FEE_RECEIVER, octas: commission },
    { to: sale.seller, octas: sale.price - royaltyOctas - commission },
  ].filter(({ octas }) => octas > 0n)
}

/** A buyer pays each share on its own. @source mainnet 2386455218 */
export function payShares(context: MoveContext, buyer: Address, shares: readonly Share[]): void {
  for (const { to, octas } of shares) {
    context.withdrawApt(buyer, octas)
    context.depositApt(to, octas)
  }
}

/** The package's own refusals. Its codes are not published; these names and numbers are ours. */
export function refusal({ prefix }: Package, module: string, code: bigint, reason: string, text: string): MoveAbort {
  return new MoveAbort(`${prefix}::${module}`, 0x50000n | code, reason, text)
}
