import { NotOfferedError } from '@opal/domain/errors'
import type { ListingRef } from '@opal/domain/intent'
import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import type { TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '../adapter.ts'
import {
  allV1,
  type IntentOf,
  namesOf,
  type OfV1,
  type Pricing,
  type Repricing,
  requireAllV2,
  versionsOf,
} from '../payload/payload-parts.ts'
import { MERCATO_ID, OWN_NAME } from './contracts.ts'

/**
 * @source listings_v2::list_token, listings::list_token; third-party clients and a note of the ABI,
 *   docs/reference/marketplace-contracts.md#mercato-calls
 */
export function listPayload(contracts: MarketplaceContracts, intent: IntentOf<'list'>): EntryFunctionPayload {
  const { token, priceOctas } = intent
  if (token.standard === 'v2')
    return call(contracts, 'listings_v2::list_token', [token.tokenDataId, String(priceOctas)])
  const args = [...namesOf(token), String(token.propertyVersion), String(priceOctas)]
  return call(contracts, 'listings::list_token', args)
}

/**
 * Lists many tokens of one standard.
 * @source listings_v2::list_tokens, whose name is known and whose arguments are taken from its singular;
 *   markets_v2::list_tokens_v2 for v1, mainnet 2386809975
 * @throws NotOfferedError for a mixture of standards.
 */
export function listManyPayload(contracts: MarketplaceContracts, items: readonly Pricing[]): EntryFunctionPayload {
  const named = allV1(items)
  if (named !== null) return routerList(contracts, newListings(named))
  const tokens = requireAllV2(MERCATO_ID, 'list-many', items, (item) => item.token)
  return call(contracts, 'listings_v2::list_tokens', [tokens, pricesOf(items)])
}

/**
 * Changes a price. For v1 the router takes the listing and places it again.
 * @source listings_v2::relist_token, markets_v2::list_tokens_v2; third-party clients, docs/reference/marketplace-contracts.md#mercato-calls
 */
export function updatePricePayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'update-price'>,
): EntryFunctionPayload {
  const { listing, priceOctas } = intent
  if (listing.token.standard === 'v2') {
    return call(contracts, 'listings_v2::relist_token', [listing.listingId, String(priceOctas)])
  }
  return routerList(contracts, [{ token: listing.token, priceOctas, from: OWN_NAME }])
}

/**
 * Changes many prices of v1 tokens in one call of the router.
 * @throws NotOfferedError for v2 tokens: for those no call is known, and the router's takes names that are not checked.
 */
export function updatePriceManyPayload(
  contracts: MarketplaceContracts,
  items: readonly Repricing[],
): EntryFunctionPayload {
  return routerList(contracts, newPrices(items))
}

/** Lists some v1 tokens and reprices others in one call of the router. @throws NotOfferedError for v2 tokens */
export function listAndUpdatePayload(
  contracts: MarketplaceContracts,
  listed: readonly Pricing[],
  updated: readonly Repricing[],
): EntryFunctionPayload {
  const named = allV1(listed)
  if (named === null) throw new NotOfferedError(MERCATO_ID, 'list-and-update')
  return routerList(contracts, [...newListings(named), ...newPrices(updated)])
}

/** @source listings_v2::unlist_token, mainnet 2386716658; listings::unlist_token, a third-party client */
export function delistPayload(contracts: MarketplaceContracts, intent: IntentOf<'delist'>): EntryFunctionPayload {
  const { listingId, token } = intent.listing
  if (token.standard === 'v2') return call(contracts, 'listings_v2::unlist_token', [listingId])
  return call(contracts, 'listings::unlist_token', [...namesOf(token), String(token.propertyVersion)])
}

/**
 * @source listings_v2::buy_token; listings::buy_token, checked against the ABI by a third party,
 *   docs/reference/marketplace-contracts.md#mercato-calls
 */
export function buyPayload(contracts: MarketplaceContracts, intent: IntentOf<'buy'>): EntryFunctionPayload {
  const { listingId, token } = intent.listing
  if (token.standard === 'v2') return call(contracts, 'listings_v2::buy_token', [listingId])
  return call(contracts, 'listings::buy_token', [...namesOf(token), String(token.propertyVersion)])
}

/** @source listings_v2::buy_tokens, listings::buy_tokens @throws NotOfferedError for a mixture of standards. */
export function buyManyPayload(contracts: MarketplaceContracts, listings: readonly ListingRef[]): EntryFunctionPayload {
  const named = allV1(listings)?.map(({ token }) => token)
  if (named !== undefined) return call(contracts, 'listings::buy_tokens', [...columnsOf(named), versionsOf(named)])
  requireAllV2(MERCATO_ID, 'buy-many', listings, (listing) => listing.token)
  return call(contracts, 'listings_v2::buy_tokens', [listings.map((listing) => listing.listingId)])
}

const V1 = '1'
const NO_NONCE = '0'
const NO_OBJECT = '0x0'

/** A row of the router: a v1 token, its price, and the marketplace that has it listed, if any. */
interface RouterRow {
  readonly token: TokenRefV1
  readonly priceOctas: bigint
  readonly from: '' | typeof OWN_NAME
}

function newListings(items: readonly OfV1<Pricing>[]): readonly RouterRow[] {
  return items.map(({ token, priceOctas }) => ({ token, priceOctas, from: '' }))
}

/** @throws NotOfferedError for v2 tokens */
function newPrices(items: readonly Repricing[]): readonly RouterRow[] {
  return items.map(({ listing: { token }, priceOctas }) => {
    if (token.standard === 'v2') throw new NotOfferedError(MERCATO_ID, 'update-price-many')
    return { token, priceOctas, from: OWN_NAME }
  })
}

/** Ten parallel vectors. @source argument order of mainnet 2386809975 */
function routerList(contracts: MarketplaceContracts, rows: readonly RouterRow[]): EntryFunctionPayload {
  const all = (value: string) => rows.map(() => value)
  const tokens = rows.map(({ token }) => token)
  const [creators, collections, names] = columnsOf(tokens)
  const prices = rows.map(({ priceOctas }) => String(priceOctas))
  const markets = rows.map(({ from }) => from)
  const existing = [all(NO_NONCE), all(NO_OBJECT), all(NO_OBJECT)]
  const args = [all(V1), markets, creators, collections, names, versionsOf(tokens), prices, ...existing]
  return call(contracts, 'markets_v2::list_tokens_v2', args)
}

function columnsOf(tokens: readonly TokenRefV1[]) {
  return [
    tokens.map((token) => token.creatorAddress as string),
    tokens.map((token) => token.collectionName),
    tokens.map((token) => token.tokenName),
  ] as const
}

function pricesOf(items: readonly Pricing[]): readonly string[] {
  return items.map((item) => String(item.priceOctas))
}

/** Returns a call of the package. It takes APT only, so no call has a type argument. */
export function call(
  contracts: MarketplaceContracts,
  moduleAndFunction: `${string}::${string}`,
  functionArguments: readonly PayloadArgument[],
): EntryFunctionPayload {
  return { function: `${contracts.packageAddress}::${moduleAndFunction}`, typeArguments: [], functionArguments }
}
