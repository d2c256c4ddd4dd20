import { NotOfferedError } from '@opal/domain/errors/market-errors'
import { APT_COIN_TYPE, type EntryFunctionPayload, type PayloadArgument } from '@opal/domain/payload'
import type { TokenRef, TokenRefV1 } from '@opal/domain/token-ref'
import type { MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import { type IntentOf, namesOf } from '../payload-parts.ts'
import { TOPAZ_ID } from './id.ts'

/** What a person reads who wants to accept a bid on a v2 token. @source spec, section 9 */
export const NO_V2_TOKEN_BIDS = 'Topaz has no tokens bids for V2'
const ONE_ITEM = '1'

/**
 * Ways out only: the venue is closed, so nothing is listed, bought or bid for through us, whatever its contract could
 * do. All calls are for v1 tokens; arguments as third-party clients send them unless a builder says otherwise.
 */
export const TOPAZ_PAYLOADS: PayloadBuilders = {
  delist: delistPayload,
  'cancel-token-offer': cancelTokenOfferPayload,
  'cancel-collection-offer': cancelCollectionOfferPayload,
  'accept-token-offer': acceptTokenOfferPayload,
  'accept-collection-offer': acceptCollectionOfferPayload,
}

/** @source marketplace_v2::delist, marketplaces reference 7.4 */
function delistPayload(contracts: MarketplaceContracts, { listing }: IntentOf<'delist'>): EntryFunctionPayload {
  const token = requireV1(listing.token, 'delist')
  return call(contracts, 'marketplace_v2::delist', [ONE_ITEM, ...namesOf(token), String(token.propertyVersion)])
}

/** @source bid_any::cancel_bid, marketplaces reference 7.4 */
function cancelTokenOfferPayload(
  contracts: MarketplaceContracts,
  { offer }: IntentOf<'cancel-token-offer'>,
): EntryFunctionPayload {
  return call(contracts, 'bid_any::cancel_bid', [offer.offerId])
}

/** @source collection_marketplace::cancel, whose name is known and whose argument is inferred */
function cancelCollectionOfferPayload(
  contracts: MarketplaceContracts,
  { offer }: IntentOf<'cancel-collection-offer'>,
): EntryFunctionPayload {
  return call(contracts, 'collection_marketplace::cancel', [offer.offerId])
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
  return call(contracts, 'bid_any::sell', saleArguments(offer.offerId, token))
}

/** @source collection_marketplace::fill, marketplaces reference 7.4 */
function acceptCollectionOfferPayload(
  contracts: MarketplaceContracts,
  { offer, token }: IntentOf<'accept-collection-offer'>,
): EntryFunctionPayload {
  const named = requireV1(token, 'accept-collection-offer')
  return call(contracts, 'collection_marketplace::fill', saleArguments(offer.offerId, named))
}

function saleArguments(bidId: string, token: TokenRefV1): readonly string[] {
  return [bidId, ONE_ITEM, ...namesOf(token), String(token.propertyVersion)]
}

/** @throws NotOfferedError for v2 tokens, for which no call of the venue is known. */
function requireV1(token: TokenRef, action: string): TokenRefV1 {
  if (token.standard === 'v1') return token
  throw new NotOfferedError(TOPAZ_ID, action)
}

function call(
  contracts: MarketplaceContracts,
  moduleAndFunction: `${string}::${string}`,
  functionArguments: readonly PayloadArgument[],
): EntryFunctionPayload {
  return {
    function: `${contracts.packageAddress}::${moduleAndFunction}`,
    typeArguments: [APT_COIN_TYPE],
    functionArguments,
  }
}
