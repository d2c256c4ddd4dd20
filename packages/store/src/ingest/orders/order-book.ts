import { toSeconds } from '@opal/domain/time'
import { writeRows } from '../../driver/write-rows.ts'
import {
  type CollectionOfferRow,
  collectionOffers,
  type ListingRow,
  listings,
  type OrderEventRow,
  type TokenOfferRow,
  tokenOffers,
} from '../../schema/orders.ts'
import { definePhase } from '../define-phase.ts'
import { clockPhase } from '../stream/clock.ts'
import { type FoldedOrder, foldOrder } from './fold-order.ts'
import { askedColumns, storedTerms } from './listing-terms.ts'
import { historiesOf, type OrderHistory, orderHistoriesPhase } from './order-histories.ts'

/** Folds the events of touched orders into their rows in the book. Their validity is settled afterwards. */
export const bookPhase = definePhase({
  name: 'book',
  needs: { histories: orderHistoriesPhase, nowMicros: clockPhase },
  writes: ['market.listings', 'market.token_offers', 'market.collection_offers'],
  compute: ({ histories: { histories }, nowMicros }) => ({
    listings: folded(histories, 'listing').flatMap((order) => toListingRow(order, toSeconds(nowMicros)) ?? []),
    tokenOffers: folded(histories, 'token-offer').flatMap((order) => toTokenOfferRow(order) ?? []),
    collectionOffers: folded(histories, 'collection-offer').flatMap((order) => toCollectionOfferRow(order) ?? []),
  }),
  write: (db, rows, { batch: { isWhole } }) => {
    const conflict = isWhole ? 'add' : 'overwrite'
    return [
      writeRows(db, listings, rows.listings, conflict),
      writeRows(db, tokenOffers, rows.tokenOffers, conflict),
      writeRows(db, collectionOffers, rows.collectionOffers, conflict),
    ]
  },
})

function folded(histories: readonly OrderHistory[], book: OrderEventRow['book']): readonly FoldedOrder[] {
  return historiesOf(histories, book).map(({ events, known }) => foldOrder(events, known))
}

/**
 * Returns a folded listing as its row; null when the log names no token or seller. Validity is settled afterwards,
 * in SQL.
 */
function toListingRow(order: FoldedOrder, nowSeconds: bigint): ListingRow | null {
  const { last, seller, placing } = order
  if (last.token_data_id === null || seller === null) return null
  return {
    ...common(order),
    listing_id: last.order_id,
    token_data_id: last.token_data_id,
    property_version: last.property_version,
    token_standard: last.token_standard ?? 'v2',
    collection_id: order.collectionId,
    seller,
    depends_on_seller: false,
    ...storedTerms(placing),
    ...askedColumns(order.state === 'open' ? placing : null, nowSeconds),
  }
}

/** Returns a folded token offer as its row; null when the log names no token or buyer. */
function toTokenOfferRow(order: FoldedOrder): TokenOfferRow | null {
  const { last } = order
  if (last.token_data_id === null || last.buyer === null) return null
  return {
    ...common(order),
    offer_id: last.order_id,
    token_data_id: last.token_data_id,
    property_version: last.property_version,
    token_standard: last.token_standard ?? 'v2',
    collection_id: order.collectionId,
    buyer: last.buyer,
    expires_at_seconds: order.expiresAtSeconds,
  }
}

/** Returns a folded collection offer as its row; null while no event has said which collection, or which set a pooled one wants. */
function toCollectionOfferRow(order: FoldedOrder): CollectionOfferRow | null {
  const { last, setRoot } = order
  if (order.collectionId === null || last.buyer === null || (last.is_pooled && setRoot === null)) return null
  return {
    ...common(order),
    // Nothing forbids an offer for no items.
    ...(order.state === 'open' && order.remaining === 0n && { validity: 'exhausted' }),
    offer_id: last.order_id,
    collection_id: order.collectionId,
    buyer: last.buyer,
    wanted_amount: order.remaining,
    remaining_amount: order.remaining,
    is_pooled: last.is_pooled,
    set_root: setRoot === '' ? null : setRoot,
    expires_at_seconds: order.expiresAtSeconds,
  }
}

function common({ state, placed, last, priceOctas }: FoldedOrder) {
  return {
    marketplace: last.marketplace,
    price_octas: priceOctas,
    state,
    validity: state === 'open' ? 'valid' : 'ended',
    placed_version: placed.version,
    placed_at_micros: placed.at_micros,
    last_version: last.version,
    last_event_index: last.event_index,
    last_at_micros: last.at_micros,
  }
}
