import { NotOfferedError } from '@opal/domain/errors'
import type { ListingRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRef, TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import { aptCall, type IntentOf, namesOf } from '../payload/payload-parts.ts'
import { TOPAZ_ID } from './contracts.ts'
import { deadlineOf } from './decode.ts'

/** Message for accepting a bid on a v2 token. @source docs/product/bids.md#no-v2-token-bids */
const NO_V2_TOKEN_BIDS = 'Topaz has no tokens bids for V2'
const ONE_ITEM = '1'

/**
 * Builders for the contract's calls with v1 tokens; its status says what may be done through us, which on every network is to get
 * out. Arguments are as third-party clients send them unless a builder says otherwise. There is nothing to change a
 * price (`edit_listing::edit`) or to list many (`list_many`): their arguments are not known.
 */
export const TOPAZ_PAYLOADS: PayloadBuilders = {
  list: listPayload,
  delist: delistPayload,
  buy: buyPayload,
  'buy-many': buyManyPayload,
  'place-token-offer': placeTokenOfferPayload,
  'place-collection-offer': placeCollectionOfferPayload,
  'cancel-token-offer': cancelTokenOfferPayload,
  'cancel-collection-offer': cancelCollectionOfferPayload,
  'accept-token-offer': acceptTokenOfferPayload,
  'accept-collection-offer': acceptCollectionOfferPayload,
}

/** @source marketplace_v2::list, two independent clients, docs/reference/marketplace-contracts.md#topaz-calls */
function listPayload(contracts: MarketplaceContracts, { token, priceOctas }: IntentOf<'list'>): EntryFunctionPayload {
  const args = [String(priceOctas), ONE_ITEM, ...tokenArguments(requireV1(token, 'list'))]
  return aptCall(contracts, 'marketplace_v2::list', args)
}

/** @source marketplace_v2::buy, two clients, docs/reference/marketplace-contracts.md#topaz-calls */
function buyPayload(contracts: MarketplaceContracts, { listing }: IntentOf<'buy'>): EntryFunctionPayload {
  const { seller, priceOctas, token } = listing
  const args = [seller, String(priceOctas), ONE_ITEM, ...tokenArguments(requireV1(token, 'buy'))]
  return aptCall(contracts, 'marketplace_v2::buy', args)
}

/**
 * @source marketplace_v2::buy_many: the same as vectors, a client and a contract compiled against it,
 *   docs/reference/marketplace-contracts.md#topaz-calls
 */
function buyManyPayload(contracts: MarketplaceContracts, listings: readonly ListingRef[]): EntryFunctionPayload {
  const tokens = listings.map(({ token }) => requireV1(token, 'buy-many'))
  return aptCall(contracts, 'marketplace_v2::buy_many', [
    listings.map(({ seller }) => seller),
    listings.map(({ priceOctas }) => String(priceOctas)),
    listings.map(() => ONE_ITEM),
    tokens.map(({ creatorAddress }) => creatorAddress),
    tokens.map(({ collectionName }) => collectionName),
    tokens.map(({ tokenName }) => tokenName),
    tokens.map(({ propertyVersion }) => String(propertyVersion)),
  ])
}

/**
 * Bids on one v1 token.
 * @source bid_any::bid, whose name is known; its arguments are taken from collection_marketplace::bid
 * @throws NotOfferedError with {@link NO_V2_TOKEN_BIDS} for v2 tokens.
 */
function placeTokenOfferPayload(
  contracts: MarketplaceContracts,
  { token, priceOctas, expiresAtSeconds }: IntentOf<'place-token-offer'>,
): EntryFunctionPayload {
  if (token.standard === 'v2') throw new NotOfferedError(TOPAZ_ID, 'place-token-offer', NO_V2_TOKEN_BIDS)
  const terms = [String(priceOctas), ONE_ITEM, deadlineOf(expiresAtSeconds)]
  return aptCall(contracts, 'bid_any::bid', [...terms, ...tokenArguments(token)])
}

/** @source collection_marketplace::bid, three clients, docs/reference/marketplace-contracts.md#topaz-calls */
function placeCollectionOfferPayload(
  contracts: MarketplaceContracts,
  { collection, priceOctas, amount, expiresAtSeconds }: IntentOf<'place-collection-offer'>,
): EntryFunctionPayload {
  if (collection.standard === 'v2') throw new NotOfferedError(TOPAZ_ID, 'place-collection-offer')
  const terms = [String(priceOctas), String(amount), deadlineOf(expiresAtSeconds)]
  const names = [collection.creatorAddress, collection.collectionName]
  return aptCall(contracts, 'collection_marketplace::bid', [...terms, ...names])
}

/** @source marketplace_v2::delist, docs/reference/marketplace-contracts.md#topaz-calls */
function delistPayload(contracts: MarketplaceContracts, { listing }: IntentOf<'delist'>): EntryFunctionPayload {
  const token = requireV1(listing.token, 'delist')
  return aptCall(contracts, 'marketplace_v2::delist', [ONE_ITEM, ...tokenArguments(token)])
}

/** @source bid_any::cancel_bid, docs/reference/marketplace-contracts.md#topaz-calls */
function cancelTokenOfferPayload(
  contracts: MarketplaceContracts,
  { offer }: IntentOf<'cancel-token-offer'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'bid_any::cancel_bid', [offer.offerId])
}

/** @source collection_marketplace::cancel, whose name is known and whose argument is inferred */
function cancelCollectionOfferPayload(
  contracts: MarketplaceContracts,
  { offer }: IntentOf<'cancel-collection-offer'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'collection_marketplace::cancel', [offer.offerId])
}

/**
 * Sells into a bid on one v1 token.
 * @source bid_any::sell, whose name is known; its arguments are taken from collection_marketplace::fill
 * @throws NotOfferedError with {@link NO_V2_TOKEN_BIDS} for v2 tokens.
 */
function acceptTokenOfferPayload(
  contracts: MarketplaceContracts,
  { offer, token }: IntentOf<'accept-token-offer'>,
): EntryFunctionPayload {
  if (token.standard === 'v2') throw new NotOfferedError(TOPAZ_ID, 'accept-token-offer', NO_V2_TOKEN_BIDS)
  return aptCall(contracts, 'bid_any::sell', saleArguments(offer.offerId, token))
}

/** @source collection_marketplace::fill, docs/reference/marketplace-contracts.md#topaz-calls */
function acceptCollectionOfferPayload(
  contracts: MarketplaceContracts,
  { offer, token }: IntentOf<'accept-collection-offer'>,
): EntryFunctionPayload {
  const named = requireV1(token, 'accept-collection-offer')
  return aptCall(contracts, 'collection_marketplace::fill', saleArguments(offer.offerId, named))
}

function saleArguments(bidId: string, token: TokenRefV1): readonly string[] {
  return [bidId, ONE_ITEM, ...tokenArguments(token)]
}

function tokenArguments(token: TokenRefV1): readonly string[] {
  return [...namesOf(token), String(token.propertyVersion)]
}

/** @throws NotOfferedError for v2 tokens, for which no call of the marketplace is known. */
function requireV1(token: TokenRef, action: string): TokenRefV1 {
  if (token.standard === 'v1') return token
  throw new NotOfferedError(TOPAZ_ID, action)
}
