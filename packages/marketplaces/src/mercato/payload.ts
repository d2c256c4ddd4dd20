import type { PayloadBuilders } from '../adapter.ts'
import {
  acceptCollectionOfferPayload,
  acceptTokenOfferPayload,
  cancelCollectionOfferPayload,
  cancelTokenOfferPayload,
  placeCollectionOfferPayload,
  placeTokenOfferPayload,
} from './bid-payloads.ts'
import {
  buyManyPayload,
  buyPayload,
  delistPayload,
  listAndUpdatePayload,
  listManyPayload,
  listPayload,
  updatePriceManyPayload,
  updatePricePayload,
} from './listing-payloads.ts'

/**
 * Delisting is one at a time here, as the product has it, although the contract has `unlist_tokens`; many prices change
 * in one call for v1 tokens only, others listed in the same call.
 */
export const MERCATO_PAYLOADS: PayloadBuilders = {
  list: listPayload,
  'list-many': listManyPayload,
  'list-and-update': listAndUpdatePayload,
  'update-price': updatePricePayload,
  'update-price-many': updatePriceManyPayload,
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
