import { NotOfferedError } from '@opal/domain/errors'
import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import type { TokenRefV1 } from '@opal/domain/tokens/token-id'
import { isObjectId, namesOf, type OfV1, type Pricing, versionsOf } from '../payload/payload-parts.ts'
import { BLUEMOVE_ID, PACKAGE_V1 } from './contracts.ts'

type PricingV1 = OfV1<Pricing>

/**
 * Builds the call that lists tokens: creators, collections, names, prices, property versions.
 * @source batch_list_script, four clients, docs/reference/marketplace-contracts.md#bluemove-v1-calls
 */
export function listV1(items: readonly PricingV1[]): EntryFunctionPayload {
  const tokens = items.map(({ token }) => token)
  const prices = items.map(({ priceOctas }) => String(priceOctas))
  return call('batch_list_script', [...columnsOf(tokens), prices, versionsOf(tokens)])
}

/** @source batch_delist_script, two clients, docs/reference/marketplace-contracts.md#bluemove-v1-calls */
export function delistV1(token: TokenRefV1): EntryFunctionPayload {
  return call('batch_delist_script', [...columnsOf([token]), versionsOf([token])])
}

/**
 * Builds the call that buys. Early versions took prices last; we follow the later note of the ABI.
 * @source batch_buy_script, docs/reference/marketplace-contracts.md#bluemove-v1-calls
 */
export function buyV1(tokens: readonly TokenRefV1[]): EntryFunctionPayload {
  return call('batch_buy_script', [...columnsOf(tokens), versionsOf(tokens)])
}

/**
 * Builds the call that changes a price. The name precedes the collection, as the one known client sends it: doubtful.
 * @source change_price_token, docs/reference/marketplace-contracts.md#bluemove-v1-calls
 */
export function updatePriceV1({ token, priceOctas }: PricingV1): EntryFunctionPayload {
  const [creator, collection, name] = namesOf(token)
  const version = String(token.propertyVersion)
  return call('change_price_token', [[creator], [name], [collection], [String(priceOctas)], [version]])
}

/** @source cancel_offer_token, a third-party client */
export function cancelTokenOfferV1(offerId: string): EntryFunctionPayload {
  return call('cancel_offer_token', [numberOf(offerId, 'cancel-token-offer')])
}

/** @source cancel_offer_collection, whose name is known and whose argument is inferred */
export function cancelCollectionOfferV1(offerId: string): EntryFunctionPayload {
  return call('cancel_offer_collection', [offerId])
}

/** Builds the call that accepts an offer. The bidder has to claim the token afterwards. @source accept_offer, a survey of the ABI */
export function acceptTokenOfferV1(offerId: string, token: TokenRefV1): EntryFunctionPayload {
  const number = numberOf(offerId, 'accept-token-offer')
  return call('accept_offer', [number, ...namesOf(token), String(token.propertyVersion)])
}

/** @source accept_offer_collection, a third-party client */
export function acceptCollectionOfferV1(offerId: string, token: TokenRefV1): EntryFunctionPayload {
  const number = numberOf(offerId, 'accept-collection-offer')
  return call('accept_offer_collection', [number, ...namesOf(token), String(token.propertyVersion)])
}

/** Refuses to place offers: the calls `inittialize_offer` and `inittialize_offer_collection` exist, but not even their arguments are known. */
export function noOffersV1(action: string): never {
  throw new NotOfferedError(BLUEMOVE_ID, action, 'Bids on Token v1 items can’t be placed there.')
}

/** @throws NotOfferedError for an offer whose events lack its number: it is stored under another id, which no call takes. */
function numberOf(offerId: string, action: string): string {
  if (isObjectId(offerId)) throw new NotOfferedError(BLUEMOVE_ID, action, 'The number of this bid isn’t known.')
  return offerId
}

function columnsOf(tokens: readonly TokenRefV1[]): readonly (readonly string[])[] {
  return [
    tokens.map((token) => token.creatorAddress),
    tokens.map((token) => token.collectionName),
    tokens.map((token) => token.tokenName),
  ]
}

function call(name: string, functionArguments: readonly PayloadArgument[]): EntryFunctionPayload {
  return { function: `${PACKAGE_V1}::marketplaceV2::${name}`, typeArguments: [], functionArguments }
}
