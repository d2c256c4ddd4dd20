import type { PayloadBuilders } from '../../adapter.ts'
import {
  buyManyPayload,
  buyPayload,
  delistManyPayload,
  delistPayload,
  listAndUpdatePayload,
  listManyPayload,
  listPayload,
  updatePriceManyPayload,
  updatePricePayload,
} from './listings.ts'
import {
  acceptCollectionOfferPayload,
  acceptTokenOfferPayload,
  cancelCollectionOfferPayload,
  cancelTokenOfferPayload,
  placeCollectionOfferPayload,
  placeTokenOfferPayload,
} from './offers.ts'

/** Everything the newest member of the family can do. A venue that can do less leaves builders out. */
export const FAMILY_PAYLOADS = {
  list: listPayload,
  'list-many': listManyPayload,
  'list-and-update': listAndUpdatePayload,
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
