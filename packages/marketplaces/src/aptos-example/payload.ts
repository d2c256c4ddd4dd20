import { NotOfferedError } from '@opal/domain/errors'
import type { ListingRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRef, TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import { aptCall, type IntentOf, namesOf, type Pricing, type Repricing } from '../payload/payload-parts.ts'

/**
 * Returns everything the newest member of the family can do. A marketplace that can do less leaves builders out.
 * @param marketplace the member's id, which refusals name.
 */
export function familyPayloads(marketplace: string) {
  return {
    list: listPayload,
    'list-many': (contracts, items) => listManyPayload(marketplace, contracts, items),
    'list-and-update': (contracts, listed, updated) => listAndUpdatePayload(marketplace, contracts, listed, updated),
    'update-price': updatePricePayload,
    'update-price-many': updatePriceManyPayload,
    delist: delistPayload,
    'delist-many': delistManyPayload,
    buy: buyPayload,
    'buy-many': buyManyPayload,
    'place-token-offer': placeTokenOfferPayload,
    'place-collection-offer': placeCollectionOfferPayload,
    'cancel-token-offer': cancelTokenOfferPayload,
    'cancel-collection-offer': cancelCollectionOfferPayload,
    'accept-token-offer': acceptTokenOfferPayload,
    'accept-collection-offer': acceptCollectionOfferPayload,
  } satisfies PayloadBuilders
}

/** Puts one token up at a fixed price. @source coin_listing::init_fixed_price, init_fixed_price_for_tokenv1 */
function listPayload(contracts: MarketplaceContracts, intent: IntentOf<'list'>): EntryFunctionPayload {
  const { token, priceOctas } = intent
  const tail = [feeScheduleOf(contracts), String(priceOctas)]
  if (token.standard === 'v2') {
    return aptCall(contracts, 'coin_listing::init_fixed_price', [token.tokenDataId, ...tail])
  }
  const names = [...namesOf(token), String(token.propertyVersion)]
  return aptCall(contracts, 'coin_listing::init_fixed_price_for_tokenv1', [...names, ...tail])
}

/**
 * Puts many tokens up in one transaction: all v2, or all v1 of one collection and property version.
 * @source marketplace_scripts::init_fixed_price_many, coin_listing::init_fixed_price_for_tokenv1_many
 * @throws NotOfferedError for a mixture that the contract has no call for.
 */
function listManyPayload(
  marketplace: string,
  contracts: MarketplaceContracts,
  items: readonly Pricing[],
): EntryFunctionPayload {
  const tail = [feeScheduleOf(contracts), items.map((item) => String(item.priceOctas))]
  const tokens = items.map((item) => item.token)
  if (tokens.every((token) => token.standard === 'v2')) {
    const objects = tokens.map((token) => token.tokenDataId)
    return aptCall(contracts, 'marketplace_scripts::init_fixed_price_many', [objects, ...tail])
  }
  const { creatorAddress, collectionName, propertyVersion } = soleCollectionV1(marketplace, tokens)
  const names = tokens.map((token) => (token as TokenRefV1).tokenName)
  return aptCall(contracts, 'coin_listing::init_fixed_price_for_tokenv1_many', [
    creatorAddress,
    collectionName,
    names,
    String(propertyVersion),
    ...tail,
  ])
}

/**
 * Returns the collection and the property version that tokens share.
 * @throws NotOfferedError unless all tokens are v1 of one collection and property version.
 */
export function soleCollectionV1(marketplace: string, tokens: readonly TokenRef[]): TokenRefV1 {
  const [first] = tokens
  const same = (token: TokenRef) =>
    first?.standard === 'v1' &&
    token.standard === 'v1' &&
    token.creatorAddress === first.creatorAddress &&
    token.collectionName === first.collectionName &&
    token.propertyVersion === first.propertyVersion
  if (first?.standard === 'v1' && tokens.every(same)) return first
  throw new NotOfferedError(
    marketplace,
    'list-many',
    'Token v1 items can be listed together only if they share a collection and property version.',
  )
}

/**
 * Puts some tokens up and changes the prices of others in one transaction. The old prices are sent along; the contract
 * takes and does not read them.
 * @source marketplace_scripts::list_and_update_fixed_price_many, list_and_update_fixed_price_tokenv1_many
 * @throws NotOfferedError for a mixture that the contract has no call for.
 */
function listAndUpdatePayload(
  marketplace: string,
  contracts: MarketplaceContracts,
  listed: readonly Pricing[],
  updated: readonly Repricing[],
): EntryFunctionPayload {
  const { function: listMany, functionArguments } = listManyPayload(marketplace, contracts, listed)
  const name = listMany.includes('tokenv1') ? 'tokenv1_many' : 'many'
  return aptCall(contracts, `marketplace_scripts::list_and_update_fixed_price_${name}`, [
    ...functionArguments,
    updated.map(({ listing }) => String(listing.priceOctas)),
    idsOf(updated.map(({ listing }) => listing)),
    updated.map(({ priceOctas }) => String(priceOctas)),
  ])
}

/** Changes the price of an open listing. @source coin_listing::update_fixed_price */
function updatePricePayload(contracts: MarketplaceContracts, intent: IntentOf<'update-price'>): EntryFunctionPayload {
  return aptCall(contracts, 'coin_listing::update_fixed_price', [intent.listing.listingId, String(intent.priceOctas)])
}

/** @source marketplace_scripts::update_fixed_price_many, mainnet 2382251863 */
function updatePriceManyPayload(contracts: MarketplaceContracts, items: readonly Repricing[]): EntryFunctionPayload {
  return aptCall(contracts, 'marketplace_scripts::update_fixed_price_many', [
    idsOf(items.map(({ listing }) => listing)),
    items.map((item) => String(item.priceOctas)),
  ])
}

/** Takes a listing back. @source coin_listing::end_fixed_price, mainnet 2381742315 */
function delistPayload(contracts: MarketplaceContracts, intent: IntentOf<'delist'>): EntryFunctionPayload {
  return aptCall(contracts, 'coin_listing::end_fixed_price', [intent.listing.listingId])
}

/** @source marketplace_scripts::end_fixed_price_many */
function delistManyPayload(contracts: MarketplaceContracts, listings: readonly ListingRef[]): EntryFunctionPayload {
  return aptCall(contracts, 'marketplace_scripts::end_fixed_price_many', [idsOf(listings)])
}

/** Buys a listing at its price. @source coin_listing::purchase */
function buyPayload(contracts: MarketplaceContracts, intent: IntentOf<'buy'>): EntryFunctionPayload {
  return aptCall(contracts, 'coin_listing::purchase', [intent.listing.listingId])
}

/** Buys several listings, all or none. @source marketplace_scripts::purchase_many */
function buyManyPayload(contracts: MarketplaceContracts, listings: readonly ListingRef[]): EntryFunctionPayload {
  return aptCall(contracts, 'marketplace_scripts::purchase_many', [idsOf(listings)])
}

function idsOf(listings: readonly ListingRef[]): readonly string[] {
  return listings.map((listing) => listing.listingId)
}

/** Offers a price for one token; the money is held by the offer. @source token_offer::init_for_tokenv1_entry, mainnet 2382313982 */
function placeTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'place-token-offer'>,
): EntryFunctionPayload {
  const { token, priceOctas, expiresAtSeconds } = intent
  const tail = [feeScheduleOf(contracts), String(priceOctas), String(expiresAtSeconds)]
  if (token.standard === 'v2') {
    return aptCall(contracts, 'token_offer::init_for_tokenv2_entry', [token.tokenDataId, ...tail])
  }
  const names = [...namesOf(token), String(token.propertyVersion)]
  return aptCall(contracts, 'token_offer::init_for_tokenv1_entry', [...names, ...tail])
}

/** Offers a price for any `amount` tokens of a collection. @source collection_offer::init_for_tokenv2_entry, mainnet 2382373209 */
function placeCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'place-collection-offer'>,
): EntryFunctionPayload {
  const { collection, priceOctas, amount, expiresAtSeconds } = intent
  const tail = [feeScheduleOf(contracts), String(priceOctas), String(amount), String(expiresAtSeconds)]
  if (collection.standard === 'v2') {
    return aptCall(contracts, 'collection_offer::init_for_tokenv2_entry', [collection.collectionId, ...tail])
  }
  const names = [collection.creatorAddress, collection.collectionName]
  return aptCall(contracts, 'collection_offer::init_for_tokenv1_entry', [...names, ...tail])
}

/** Takes an offer back, with its money. @source token_offer::cancel, mainnet 2381810159 */
function cancelTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'cancel-token-offer'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'token_offer::cancel', [intent.offer.offerId])
}

/** @source collection_offer::cancel, mainnet 2382373978 */
function cancelCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'cancel-collection-offer'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'collection_offer::cancel', [intent.offer.offerId])
}

/** Sells the offered-for token into an offer. @source token_offer::sell_tokenv2, mainnet 2313248448 */
function acceptTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'accept-token-offer'>,
): EntryFunctionPayload {
  const { offer, token } = intent
  return token.standard === 'v2'
    ? aptCall(contracts, 'token_offer::sell_tokenv2', [offer.offerId])
    : aptCall(contracts, 'token_offer::sell_tokenv1_entry', [
        offer.offerId,
        token.tokenName,
        String(token.propertyVersion),
      ])
}

/** Sells a token into a collection offer. @source collection_offer::sell_tokenv2, mainnet 2382219668 */
function acceptCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'accept-collection-offer'>,
): EntryFunctionPayload {
  const { offer, token } = intent
  return token.standard === 'v2'
    ? aptCall(contracts, 'collection_offer::sell_tokenv2', [offer.offerId, token.tokenDataId])
    : aptCall(contracts, 'collection_offer::sell_tokenv1_entry', [
        offer.offerId,
        token.tokenName,
        String(token.propertyVersion),
      ])
}

/**
 * Returns the fee schedule that listings and offers name.
 * @throws TypeError when the marketplace's configuration has none: a fault of the adapter, not of the caller.
 */
export function feeScheduleOf(contracts: MarketplaceContracts): string {
  if (contracts.feeScheduleAddress === null)
    throw new TypeError('A marketplace of the Aptos example needs a fee schedule.')
  return contracts.feeScheduleAddress
}
