import { toShortAddress } from '@opal/domain/address'
import { APT_COIN_TYPE, type EntryFunctionPayload } from '@opal/domain/payload'
import type { MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import { familyPayloads, feeScheduleOf } from '../aptos-example/payload.ts'
import { OBJECT_CORE } from '../decode/event-reader.ts'
import { allV1, aptCall, isObjectId, requireAllV2 } from '../payload/payload-parts.ts'
import { BLUEMOVE_ID } from './contracts.ts'
import * as v1 from './payload-v1.ts'

const FAMILY = familyPayloads(BLUEMOVE_ID)

/**
 * v1 tokens go to the marketplace's own contract, v2 tokens to its fork of the Aptos example.
 *
 * @NOTE An offer's time argument is given in Unix seconds as the family takes it. One client sends 86400000 there, which
 *   would be a duration; it is not settled, and `payload.test.ts` pins our reading. Delisting and everything about token
 *   offers but the instant sale are inferred from the family as well.
 *   Absent on purpose: repricing many and listing while repricing, for which no call is known; delisting many, which the
 *   product does on its own marketplace only; offers on v1 tokens, whose arguments are unknown (`noOffersV1`).
 * @source docs/reference/marketplace-contracts.md#bluemove-v1-calls, docs/reference/marketplace-contracts.md#bluemove-v2-calls
 */
export const BLUEMOVE_PAYLOADS: PayloadBuilders = {
  list: (contracts, { token, priceOctas }) =>
    token.standard === 'v1'
      ? v1.listV1([{ token, priceOctas }])
      : listV2(contracts, [token.tokenDataId], [String(priceOctas)]),
  'list-many': (contracts, items) => {
    const named = allV1(items)
    if (named !== null) return v1.listV1(named)
    const prices = items.map(({ priceOctas }) => String(priceOctas))
    const tokens = requireAllV2(BLUEMOVE_ID, 'list-many', items, ({ token }) => token)
    return listV2(contracts, tokens, prices)
  },
  'update-price': (contracts, { listing, priceOctas }) => {
    if (listing.token.standard === 'v1') return v1.updatePriceV1({ token: listing.token, priceOctas })
    const args = [feeScheduleOf(contracts), listing.listingId, String(priceOctas)]
    return aptCall(contracts, 'coin_listing::edit_fixed_price', args)
  },
  delist: (contracts, intent) =>
    intent.listing.token.standard === 'v1' ? v1.delistV1(intent.listing.token) : FAMILY.delist(contracts, intent),
  buy: (contracts, { listing }) =>
    listing.token.standard === 'v1'
      ? v1.buyV1([listing.token])
      : aptCall(contracts, 'coin_listing::purchase', [listing.listingId, String(listing.priceOctas)]),
  'buy-many': (contracts, listings) => {
    const named = allV1(listings)
    if (named !== null) return v1.buyV1(named.map(({ token }) => token))
    requireAllV2(BLUEMOVE_ID, 'buy-many', listings, ({ token }) => token)
    const ids = listings.map(({ listingId }) => listingId)
    const prices = listings.map(({ priceOctas }) => String(priceOctas))
    const listingType = `${toShortAddress(contracts.packageAddress)}::listing::Listing`
    return withType(aptCall(contracts, 'coin_listing::batch_buy_token_v2', [ids, prices]), listingType)
  },
  'place-token-offer': (contracts, intent) =>
    intent.token.standard === 'v1' ? v1.noOffersV1(intent.kind) : FAMILY['place-token-offer'](contracts, intent),
  'place-collection-offer': (contracts, intent) =>
    intent.collection.standard === 'v1'
      ? v1.noOffersV1(intent.kind)
      : FAMILY['place-collection-offer'](contracts, intent),
  'cancel-token-offer': (contracts, intent) =>
    intent.token.standard === 'v1'
      ? v1.cancelTokenOfferV1(intent.offer.offerId)
      : FAMILY['cancel-token-offer'](contracts, intent),
  'cancel-collection-offer': (contracts, intent) =>
    isObjectId(intent.offer.offerId)
      ? FAMILY['cancel-collection-offer'](contracts, intent)
      : v1.cancelCollectionOfferV1(intent.offer.offerId),
  // The second argument is the listing to end first, if any; a listed token is delisted before by us.
  'accept-token-offer': (contracts, { offer, token }) =>
    token.standard === 'v1'
      ? v1.acceptTokenOfferV1(offer.offerId, token)
      : aptCall(contracts, 'token_offer::sell_instantly_token_v2', [offer.offerId, null]),
  'accept-collection-offer': (contracts, intent) =>
    intent.token.standard === 'v1'
      ? v1.acceptCollectionOfferV1(intent.offer.offerId, intent.token)
      : FAMILY['accept-collection-offer'](contracts, intent),
}

/** @source batch_list_token_v2, two clients */
function listV2(contracts: MarketplaceContracts, tokens: readonly string[], prices: readonly string[]) {
  const payload = aptCall(contracts, 'coin_listing::batch_list_token_v2', [tokens, feeScheduleOf(contracts), prices])
  return withType(payload, OBJECT_CORE)
}

/** These calls name what they handle before the coin. */
function withType(payload: EntryFunctionPayload, type: string): EntryFunctionPayload {
  return { ...payload, typeArguments: [type, APT_COIN_TYPE] }
}
