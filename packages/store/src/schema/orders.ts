import { HOUR_MICROS } from '@opal/domain/time'
import { bigint, boolean, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Something that happened to an order, in our own words. A book row is a fold over all events of its order, so it does not
 * matter in which order or how often they arrive.
 * `is_pooled`: the bidder's pool pays the offer. `set_root`: the set of tokens that a pooled offer wants, empty for any of the collection;
 * null where the event does not say.
 * `end_price_octas` to `least_octas`: terms of a listing, see market.listings; null where it has none.
 * `amount`: items wanted when placed; items still wanted after a cancel or fill, null when the chain does not say.
 * Key: version, event_index. Writer: ingest/orders/order-log, append-only. Rebuildable: from chain.
 */
export const orderEvents = defineTable('market.order_events', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  marketplace: text,
  book: text,
  action: text,
  order_id: text,
  token_data_id: nullable(text),
  property_version: numeric,
  token_standard: nullable(text),
  collection_id: nullable(text),
  seller: nullable(text),
  buyer: nullable(text),
  price_octas: numeric,
  amount: nullable(numeric),
  expires_at_seconds: nullable(numeric),
  commission_octas: nullable(numeric),
  royalty_octas: nullable(numeric),
  is_pooled: boolean,
  set_root: nullable(text),
  end_price_octas: nullable(numeric),
  falls_from_seconds: nullable(numeric),
  falls_until_seconds: nullable(numeric),
  reserved_for: nullable(text),
  least_octas: nullable(numeric),
  at_micros: bigint,
})
export type OrderEventRow = RowOf<typeof orderEvents>

/**
 * A listing, open or ended. It counts in floor and listed count when `validity` is 'valid'.
 * `placed_*` is when it was last opened, a new price does not move it.
 * A price that falls does so from `start_price_octas` at `falls_from_seconds` to `end_price_octas` at `falls_until_seconds`; `price_octas` of an
 * open listing is that of the chain's clock. `next_change_seconds` is when time changes the row next. `reserved_for` is the only buyer,
 * `least_octas` what a sale has to bring the seller. All null where there are no such terms. `depends_on_seller` of an open listing says that its
 * v2 token has known owners and was never in it: the token has to be with the seller. Null where it has not been settled since the column came; it
 * counts as such then.
 * Key: marketplace, listing_id. Writer: ingest/orders/order-book and ingest/orders/listing-validity. Rebuildable: from market.order_events.
 */
export const listings = defineTable('market.listings', ['marketplace', 'listing_id'], {
  marketplace: text,
  listing_id: text,
  token_data_id: text,
  property_version: numeric,
  token_standard: text,
  collection_id: nullable(text),
  seller: text,
  price_octas: numeric,
  start_price_octas: nullable(numeric),
  end_price_octas: nullable(numeric),
  falls_from_seconds: nullable(numeric),
  falls_until_seconds: nullable(numeric),
  expires_at_seconds: nullable(numeric),
  reserved_for: nullable(text),
  least_octas: nullable(numeric),
  next_change_seconds: nullable(numeric),
  state: text,
  validity: text,
  depends_on_seller: nullable(boolean),
  placed_version: bigint,
  placed_at_micros: bigint,
  last_version: bigint,
  last_event_index: integer,
  last_at_micros: bigint,
})
export type ListingRow = RowOf<typeof listings>

/**
 * An offer on one token, open or ended.
 * Key: marketplace, offer_id. Writer: ingest/orders/order-book and ingest/orders/offer-validity. Rebuildable: from market.order_events.
 */
export const tokenOffers = defineTable('market.token_offers', ['marketplace', 'offer_id'], {
  marketplace: text,
  offer_id: text,
  token_data_id: text,
  property_version: numeric,
  token_standard: text,
  collection_id: nullable(text),
  buyer: text,
  price_octas: numeric,
  expires_at_seconds: nullable(numeric),
  state: text,
  validity: text,
  placed_version: bigint,
  placed_at_micros: bigint,
  last_version: bigint,
  last_event_index: integer,
  last_at_micros: bigint,
})
export type TokenOfferRow = RowOf<typeof tokenOffers>

/**
 * An offer on tokens of a collection, any or those of the set `set_root`, at `price_octas` each. A partial fill leaves it open.
 * `wanted_amount` is what it still asks for, `remaining_amount` what can be sold into it: less where the bidder's pool pays and holds less.
 * Key: marketplace, offer_id. Writer: ingest/orders/order-book, ingest/orders/offer-validity and ingest/orders/bid-pools.
 * Rebuildable: from market.order_events.
 */
export const collectionOffers = defineTable('market.collection_offers', ['marketplace', 'offer_id'], {
  marketplace: text,
  offer_id: text,
  collection_id: text,
  buyer: text,
  price_octas: numeric,
  wanted_amount: numeric,
  remaining_amount: numeric,
  is_pooled: boolean,
  set_root: nullable(text),
  expires_at_seconds: nullable(numeric),
  state: text,
  validity: text,
  placed_version: bigint,
  placed_at_micros: bigint,
  last_version: bigint,
  last_event_index: integer,
  last_at_micros: bigint,
})
export type CollectionOfferRow = RowOf<typeof collectionOffers>

/**
 * Balance of a bidder's pool: one deposit that pays for all pooled offers of the bidder.
 * Key: marketplace, wallet. Writer: ingest/orders/bid-pools. Rebuildable: from chain.
 */
export const bidPools = defineTable('market.bid_pools', ['marketplace', 'wallet'], {
  marketplace: text,
  wallet: text,
  balance_octas: numeric,
  last_version: bigint,
  last_at_micros: bigint,
})
export type BidPoolRow = RowOf<typeof bidPools>

/**
 * When a pool was raised last, in the last hour, and the least that it has held since an hour before that. Older rows mean nothing: a pool
 * without one has held its balance for an hour.
 * Key: marketplace, wallet. Writer: ingest/orders/bid-pools. Rebuildable: from chain.
 */
export const poolsRaised = defineTable('market.pools_raised', ['marketplace', 'wallet'], {
  marketplace: text,
  wallet: text,
  raised_at_micros: bigint,
  held_octas: numeric,
})
export type PoolRaisedRow = RowOf<typeof poolsRaised>

/** Time for which a pool has to hold money until it counts where space for sets is short, microseconds. */
export const HELD_FOR_MICROS = HOUR_MICROS

/**
 * Wallets with many pooled offers of which some may not be what the pool pays. Key: wallet. Writers: ingest/orders/offer-validity adds,
 * ingest/stats/settle-bidders works it off.
 */
export const poolsDue = defineTable('market.pools_due', ['wallet'], { wallet: text })
export type PoolDueRow = RowOf<typeof poolsDue>

/**
 * An order that time has changed and whose row cannot be written for what it holds: it stays as it is until something else changes it.
 * `sqlstate` as in chain.unwritten_transactions.
 * Key: marketplace, book, order_id. Writers: ingest/stats/settle-time adds, ingest/orders/touched-orders takes away; a rebuild empties it.
 */
export const unsettledOrders = defineTable('market.unsettled_orders', ['marketplace', 'book', 'order_id'], {
  marketplace: text,
  book: text,
  order_id: text,
  sqlstate: text,
  message: text,
})
export type UnsettledOrderRow = RowOf<typeof unsettledOrders>

/**
 * A marketplace, whether it is our own, and whether its orders count: only those of an active one are valid.
 * Key: marketplace. Writer: ingest/orders/write-marketplaces, when the indexer starts. Rebuildable: from configuration.
 */
export const marketplaces = defineTable('market.marketplaces', ['marketplace'], {
  marketplace: text,
  status: text,
  is_native: boolean,
})
export type MarketplaceRow = RowOf<typeof marketplaces>

/**
 * Commission of a marketplace from a version on, as its fee schedule states it. Those of the moment and of an order's day follow from
 * all rows of the marketplace (`commissionAt`). A denominator of 0 says that no rate is announced.
 * Key: version, event_index. Writer: ingest/orders/commissions, append-only. Rebuildable: from chain.
 */
export const commissionChanges = defineTable('market.commission_changes', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  marketplace: text,
  at_micros: bigint,
  numerator: numeric,
  denominator: numeric,
  fixed_octas: nullable(numeric),
  announced_numerator: numeric,
  announced_denominator: numeric,
  announced_from_seconds: numeric,
})
export type CommissionChangeRow = RowOf<typeof commissionChanges>

/**
 * A Move package of our own, by its address in the short form of Move types: who calls one trades through us.
 * Key: package_address. Writer: ingest/orders/write-marketplaces, when the indexer starts. Rebuildable: from configuration.
 */
export const ownPackages = defineTable('market.own_packages', ['package_address'], { package_address: text })
export type OwnPackageRow = RowOf<typeof ownPackages>
