import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { MarketplaceContracts } from '../adapter.ts'
import { type IntentOf, isObjectId, namesOf } from '../payload/payload-parts.ts'
import { call } from './listing-payloads.ts'

/**
 * Bids on one token. Bids do not expire here: the requested expiry is not sent.
 * @source biddings_v2::token_bid, mainnet 2386133936; biddings::token_bid, a third-party client
 */
export function placeTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'place-token-offer'>,
): EntryFunctionPayload {
  const { token, priceOctas } = intent
  if (token.standard === 'v2') return call(contracts, 'biddings_v2::token_bid', [token.tokenDataId, String(priceOctas)])
  const args = [...namesOf(token), String(token.propertyVersion), String(priceOctas)]
  return call(contracts, 'biddings::token_bid', args)
}

/**
 * Bids on a collection; v2 places one bid for each item.
 * @source biddings_v2::collection_bids, mainnet 2386891051; biddings::collection_bid, a third-party client
 */
export function placeCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'place-collection-offer'>,
): EntryFunctionPayload {
  const { collection, priceOctas, amount } = intent
  const terms = [String(priceOctas), String(amount)]
  if (collection.standard === 'v2') {
    return call(contracts, 'biddings_v2::collection_bids', [collection.collectionId, ...terms])
  }
  const names = [collection.creatorAddress, collection.collectionName]
  return call(contracts, 'biddings::collection_bid', [...names, ...terms])
}

/** @source biddings_v2::cancel_token_bid, mainnet 2386142672; biddings::cancel_token_bid, a third-party client */
export function cancelTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'cancel-token-offer'>,
): EntryFunctionPayload {
  return call(contracts, `${biddings(intent.offer.offerId)}::cancel_token_bid`, [intent.offer.offerId])
}

/** @source biddings_v2::cancel_collection_bid, mainnet 2386889884; the v1 call by analogy */
export function cancelCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'cancel-collection-offer'>,
): EntryFunctionPayload {
  return call(contracts, `${biddings(intent.offer.offerId)}::cancel_collection_bid`, [intent.offer.offerId])
}

/**
 * Sells the token that a bid wants. A listed token must be delisted first.
 * @source names known, arguments by analogy: v2 the bid, as unlist_and_accept_token_bid of mainnet 2277018899 ends;
 *   v1 as accept_collection_bid. `payload.test.ts` pins this reading.
 */
export function acceptTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'accept-token-offer'>,
): EntryFunctionPayload {
  const { offer, token } = intent
  if (token.standard === 'v2') return call(contracts, 'biddings_v2::accept_token_bid', [offer.offerId])
  const args = [offer.offerId, ...namesOf(token), String(token.propertyVersion)]
  return call(contracts, 'biddings::accept_token_bid', args)
}

/**
 * Sells a token into a collection bid.
 * @source biddings::accept_collection_bid, a third-party client; of the v2 call the name is known and the order of its
 *   two arguments inferred. `payload.test.ts` pins this reading.
 */
export function acceptCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'accept-collection-offer'>,
): EntryFunctionPayload {
  const { offer, token } = intent
  if (token.standard === 'v2') {
    return call(contracts, 'biddings_v2::accept_collection_bid', [offer.offerId, token.tokenDataId])
  }
  const args = [offer.offerId, ...namesOf(token), String(token.propertyVersion)]
  return call(contracts, 'biddings::accept_collection_bid', args)
}

/** v2 bids are objects; v1 bids are counted. */
function biddings(offerId: string): 'biddings' | 'biddings_v2' {
  return isObjectId(offerId) ? 'biddings_v2' : 'biddings'
}
