import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { ListingRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRef, TokenRefV1 } from '@opal/domain/token-ref'
import type { MarketplaceContracts } from '../../adapter.ts'
import { aptCall, type IntentOf, type Pricing, type Repricing } from '../../payload-parts.ts'
import { feeScheduleOf } from './fee-schedule-of.ts'

/** Puts one token up at a fixed price. @source coin_listing::init_fixed_price, init_fixed_price_for_tokenv1 */
export function listPayload(contracts: MarketplaceContracts, intent: IntentOf<'list'>): EntryFunctionPayload {
  const { token, priceOctas } = intent
  const tail = [feeScheduleOf(contracts), String(priceOctas)]
  if (token.standard === 'v2') {
    return aptCall(contracts, 'coin_listing::init_fixed_price', [token.tokenDataId, ...tail])
  }
  const { creatorAddress, collectionName, tokenName, propertyVersion } = token
  const names = [creatorAddress, collectionName, tokenName, String(propertyVersion)]
  return aptCall(contracts, 'coin_listing::init_fixed_price_for_tokenv1', [...names, ...tail])
}

/**
 * Puts many tokens up in one transaction: all v2, or all v1 of one collection and property version.
 * @source marketplace_scripts::init_fixed_price_many, coin_listing::init_fixed_price_for_tokenv1_many
 * @throws NotOfferedError for a mixture that the contract has no call for.
 */
export function listManyPayload(contracts: MarketplaceContracts, items: readonly Pricing[]): EntryFunctionPayload {
  const tail = [feeScheduleOf(contracts), items.map((item) => String(item.priceOctas))]
  const tokens = items.map((item) => item.token)
  if (tokens.every((token) => token.standard === 'v2')) {
    const objects = tokens.map((token) => token.tokenDataId)
    return aptCall(contracts, 'marketplace_scripts::init_fixed_price_many', [objects, ...tail])
  }
  const { creatorAddress, collectionName, propertyVersion } = soleCollectionV1(tokens)
  const names = tokens.map((token) => (token as TokenRefV1).tokenName)
  return aptCall(contracts, 'coin_listing::init_fixed_price_for_tokenv1_many', [
    creatorAddress,
    collectionName,
    names,
    String(propertyVersion),
    ...tail,
  ])
}

function soleCollectionV1(tokens: readonly TokenRef[]): TokenRefV1 {
  const [first] = tokens
  const same = (token: TokenRef) =>
    first?.standard === 'v1' &&
    token.standard === 'v1' &&
    token.creatorAddress === first.creatorAddress &&
    token.collectionName === first.collectionName &&
    token.propertyVersion === first.propertyVersion
  if (first?.standard === 'v1' && tokens.every(same)) return first
  throw new NotOfferedError(
    'example-family',
    'list-many',
    'Tokens of the older standard are listed together only when they share a collection and property version.',
  )
}

/**
 * Puts some tokens up and changes the prices of others in one transaction. The old prices are sent along; the contract
 * takes and does not read them.
 * @source marketplace_scripts::list_and_update_fixed_price_many, list_and_update_fixed_price_tokenv1_many
 * @throws NotOfferedError for a mixture that the contract has no call for.
 */
export function listAndUpdatePayload(
  contracts: MarketplaceContracts,
  listed: readonly Pricing[],
  updated: readonly Repricing[],
): EntryFunctionPayload {
  const { function: listMany, functionArguments } = listManyPayload(contracts, listed)
  const name = listMany.includes('tokenv1') ? 'tokenv1_many' : 'many'
  return aptCall(contracts, `marketplace_scripts::list_and_update_fixed_price_${name}`, [
    ...functionArguments,
    updated.map(({ listing }) => String(listing.priceOctas)),
    idsOf(updated.map(({ listing }) => listing)),
    updated.map(({ priceOctas }) => String(priceOctas)),
  ])
}

/** Changes the price of an open listing. @source coin_listing::update_fixed_price */
export function updatePricePayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'update-price'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'coin_listing::update_fixed_price', [intent.listing.listingId, String(intent.priceOctas)])
}

/** @source marketplace_scripts::update_fixed_price_many, mainnet 2382251863 */
export function updatePriceManyPayload(
  contracts: MarketplaceContracts,
  items: readonly Repricing[],
): EntryFunctionPayload {
  return aptCall(contracts, 'marketplace_scripts::update_fixed_price_many', [
    items.map((item) => item.listing.listingId),
    items.map((item) => String(item.priceOctas)),
  ])
}

/** Takes a listing back. @source coin_listing::end_fixed_price, mainnet 2381742315 */
export function delistPayload(contracts: MarketplaceContracts, intent: IntentOf<'delist'>): EntryFunctionPayload {
  return aptCall(contracts, 'coin_listing::end_fixed_price', [intent.listing.listingId])
}

/** @source marketplace_scripts::end_fixed_price_many */
export function delistManyPayload(
  contracts: MarketplaceContracts,
  listings: readonly ListingRef[],
): EntryFunctionPayload {
  return aptCall(contracts, 'marketplace_scripts::end_fixed_price_many', [idsOf(listings)])
}

/** Buys a listing at its price. @source coin_listing::purchase */
export function buyPayload(contracts: MarketplaceContracts, intent: IntentOf<'buy'>): EntryFunctionPayload {
  return aptCall(contracts, 'coin_listing::purchase', [intent.listing.listingId])
}

/** Buys several listings, all or none. @source marketplace_scripts::purchase_many */
export function buyManyPayload(contracts: MarketplaceContracts, listings: readonly ListingRef[]): EntryFunctionPayload {
  return aptCall(contracts, 'marketplace_scripts::purchase_many', [idsOf(listings)])
}

function idsOf(listings: readonly ListingRef[]): readonly string[] {
  return listings.map((listing) => listing.listingId)
}
