import type { EntryFunctionPayload } from '@opal/domain/payload'
import { bytesFromHex } from '@opal/domain/text/hex'
import type { SetHash } from '@opal/domain/tokens/token-set'
import type { MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import { feeScheduleOf } from '../aptos-example/payload.ts'
import { aptCall, type IntentOf } from '../payload/payload-parts.ts'

/** Calls of our own package for offers that one deposit pays. @source contracts/marketplace pool_offer, bid_pool */
export const POOL_PAYLOADS = {
  'place-pool-offer': placePayload,
  'cancel-pool-offer': (contracts, { offer }) => aptCall(contracts, 'pool_offer::cancel', [offer.offerId]),
  'accept-pool-offer': acceptPayload,
  'deposit-into-pool': (contracts, { octas }) => aptCall(contracts, 'bid_pool::deposit', [String(octas)]),
  'withdraw-from-pool': (contracts, { octas }) => aptCall(contracts, 'bid_pool::withdraw', [String(octas)]),
} satisfies PayloadBuilders

/** @source pool_offer::init_for_tokenv1, init_for_tokenv2 */
function placePayload(contracts: MarketplaceContracts, intent: IntentOf<'place-pool-offer'>): EntryFunctionPayload {
  const { collection, setRoot, priceOctas, amount, expiresAtSeconds, depositOctas } = intent
  const terms = [priceOctas, amount, expiresAtSeconds, depositOctas].map(String)
  const tail = [setRoot === null ? [] : bytesOf(setRoot), feeScheduleOf(contracts), ...terms]
  if (collection.standard === 'v2')
    return aptCall(contracts, 'pool_offer::init_for_tokenv2', [collection.collectionId, ...tail])
  const names = [collection.creatorAddress, collection.collectionName]
  return aptCall(contracts, 'pool_offer::init_for_tokenv1', [...names, ...tail])
}

/**
 * Sells a token into an offer. The call takes the least that the sale brings: 0 here, see `guardedCall`.
 * @source pool_offer::sell_tokenv2_for_at_least
 */
function acceptPayload(contracts: MarketplaceContracts, intent: IntentOf<'accept-pool-offer'>): EntryFunctionPayload {
  const { offer, token, proof } = intent
  const tail = [proof.map(bytesOf), '0']
  if (token.standard === 'v2')
    return aptCall(contracts, 'pool_offer::sell_tokenv2_for_at_least', [offer.offerId, token.tokenDataId, ...tail])
  const named = [token.tokenName, String(token.propertyVersion)]
  return aptCall(contracts, 'pool_offer::sell_tokenv1_for_at_least', [offer.offerId, ...named, ...tail])
}

function bytesOf(hash: SetHash): readonly number[] {
  return [...bytesFromHex(hash)]
}
