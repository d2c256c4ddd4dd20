import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { FEE_RECEIVER_V1, PACKAGE_V1 } from '@opal/marketplaces/bluemove/contracts'
import { MoveAbort, type MoveContext, type MoveResource, type TokenIdV1 } from '../../../modules/move-module.ts'
import { ModuleTable, type TableTypes, TOKEN_ID } from '../../../modules/token-v1/token-data.ts'

/** `0x…`, as types and events spell the package. */
export const PREFIX = toShortAddress(PACKAGE_V1)

/** The one resource that all stores are in here. How the contract keeps them is not known; rows of three tables are. */
const MARKET = 'marketplaceV2::Market'
const MARKET_TYPE = `${PREFIX}::${MARKET}`

/** Event handles in the order of their creation numbers, which are ours. @source docs/reference/marketplace-contracts.md#bluemove-v1-events */
export const HANDLES = {
  list_events: 'marketplaceV2::ListEvent',
  change_price_events: 'marketplaceV2::ChangePriceEvent',
  delist_events: 'marketplaceV2::DelistEvent',
  buy_events: 'marketplaceV2::BuyEvent',
  offer_events: 'offer_lib::OfferEvent',
  cancel_offer_events: 'offer_lib::CancelOfferEvent',
  accept_offer_events: 'offer_lib::AcceptOfferEvent',
  claim_token_events: 'offer_lib::ClaimTokenOffer',
  offer_collection_events: 'offer_lib::OfferCollectionEvent',
  cancel_offer_collection_events: 'offer_lib::CancelOfferCollectionEvent',
  accept_offer_collection_events: 'offer_lib::AcceptOfferCollectionEvent',
  claim_token_offer_collection_events: 'offer_lib::ClaimTokenOfferCollectionEvent',
} as const
const FIRST_HANDLE = 4

/** @source rows that other people's indexers read, docs/reference/marketplace-contracts.md#bluemove-v1-tables */
export const TABLES = {
  listings: { keyType: TOKEN_ID, valueType: `${PREFIX}::marketplaceV2::ListedItem` },
  token_offers: { keyType: 'u64', valueType: `${PREFIX}::offer_lib::OfferItem` },
  collection_offers: { keyType: 'u64', valueType: `${PREFIX}::offer_lib::OfferCollectionItem` },
} as const satisfies Record<string, TableTypes>

/** Creates the stores as publishing left them. */
export function openMarket(context: MoveContext): void {
  const handles = Object.keys(HANDLES).map((handle, position) => {
    const id = { addr: PREFIX, creation_num: String(FIRST_HANDLE + position) }
    return [handle, { counter: '0', guid: { id } }]
  })
  const tables = Object.keys(TABLES).map((table) => [table, { handle: toShortAddress(context.newTable()) }])
  const stores = Object.fromEntries([...tables, ...handles]) as JsonObject
  context.putResource(PACKAGE_V1, MARKET_TYPE, { ...stores, next_offer_id: '1' })
}

/** Returns a table of the marketplace's. @throws MoveAbort on a chain whose genesis did not have it. */
export function tableOf(context: MoveContext, table: keyof typeof TABLES): ModuleTable {
  return new ModuleTable(context, market(context), table, TABLES[table])
}

/** Numbers an offer. */
export function takeOfferId(context: MoveContext): string {
  const found = market(context)
  const id = String(found.next_offer_id)
  context.putResource(PACKAGE_V1, MARKET_TYPE, { ...found, next_offer_id: String(BigInt(id) + 1n) })
  return id
}

/** Emits an event on one of the market's handles. */
export function emit(context: MoveContext, handle: keyof typeof HANDLES, data: JsonObject): void {
  context.emitOnHandle(PACKAGE_V1, MARKET_TYPE, handle, `${PREFIX}::${HANDLES[handle]}`, data)
}

/**
 * Pays a price out: royalty, commission, the rest to the seller, who is paid nothing too.
 * @source docs/reference/marketplace-contracts.md#bluemove-v1-events
 */
export function payOut(
  context: MoveContext,
  commission: Rate,
  sale: { readonly token: TokenIdV1; readonly seller: Address; readonly priceOctas: bigint },
): void {
  const royalty = context.tokenRoyalty(sale.token)
  const split = splitPrice(sale.priceOctas, commission, royalty)
  if (split.royaltyOctas > 0n) context.depositApt(royalty.payee, split.royaltyOctas)
  if (split.commissionOctas > 0n) context.depositApt(FEE_RECEIVER_V1, split.commissionOctas)
  context.depositApt(sale.seller, split.sellerOctas)
}

/** Categories of `std::error`. @source 0x1::error */
const CATEGORY = { invalidArgument: 1n, invalidState: 3n, permissionDenied: 5n, notFound: 6n } as const

/** Aborts of the marketplace. Its codes are not published: names and numbers are ours. */
const REFUSALS = {
  ENO_LISTING: ['notFound', 1n, 'The token is not listed.'],
  EALREADY_LISTED: ['invalidState', 2n, 'The token is already listed.'],
  ENOT_SELLER: ['permissionDenied', 3n, 'The caller is not the seller.'],
  ENO_OFFER: ['notFound', 4n, 'There is no such open offer.'],
  ENOT_OFFERER: ['permissionDenied', 5n, 'The caller did not place the offer.'],
  EWRONG_TOKEN: ['invalidArgument', 6n, 'The offer is for other tokens.'],
  EEXPIRED: ['invalidState', 7n, 'The offer is over.'],
  ENO_CLAIM: ['notFound', 8n, 'No such token waits to be claimed.'],
  ENOT_OPEN: ['notFound', 9n, 'The market was never opened.'],
} as const satisfies Record<string, readonly [keyof typeof CATEGORY, bigint, string]>

/** Returns an abort of the market's module. */
export function refusal(reason: keyof typeof REFUSALS): MoveAbort {
  const [category, code, text] = REFUSALS[reason]
  return new MoveAbort(`${PREFIX}::marketplaceV2`, (CATEGORY[category] << 16n) | code, reason, text)
}

function market(context: MoveContext): MoveResource {
  const found = context.getResource(PACKAGE_V1, MARKET_TYPE)
  if (found === null) throw refusal('ENOT_OPEN')
  return found
}
