import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { MarketplaceContracts } from '../../adapter.ts'
import { aptCall, type IntentOf } from '../../payload-parts.ts'
import { feeScheduleOf } from './fee-schedule-of.ts'

/** Offers a price for one token; the money is held by the offer. @source token_offer::init_for_tokenv1_entry, mainnet 2382313982 */
export function placeTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'place-token-offer'>,
): EntryFunctionPayload {
  const { token, priceOctas, expiresAtSeconds } = intent
  const tail = [feeScheduleOf(contracts), String(priceOctas), String(expiresAtSeconds)]
  if (token.standard === 'v2') {
    return aptCall(contracts, 'token_offer::init_for_tokenv2_entry', [token.tokenDataId, ...tail])
  }
  const { creatorAddress, collectionName, tokenName, propertyVersion } = token
  const names = [creatorAddress, collectionName, tokenName, String(propertyVersion)]
  return aptCall(contracts, 'token_offer::init_for_tokenv1_entry', [...names, ...tail])
}

/** Offers a price for any `amount` tokens of a collection. @source collection_offer::init_for_tokenv2_entry, mainnet 2382373209 */
export function placeCollectionOfferPayload(
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
export function cancelTokenOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'cancel-token-offer'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'token_offer::cancel', [intent.offer.offerId])
}

/** @source collection_offer::cancel, mainnet 2382373978 */
export function cancelCollectionOfferPayload(
  contracts: MarketplaceContracts,
  intent: IntentOf<'cancel-collection-offer'>,
): EntryFunctionPayload {
  return aptCall(contracts, 'collection_offer::cancel', [intent.offer.offerId])
}

/** Sells the offered-for token into an offer. @source token_offer::sell_tokenv2, mainnet 2313248448 */
export function acceptTokenOfferPayload(
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
export function acceptCollectionOfferPayload(
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
