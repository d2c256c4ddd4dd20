import { bigint, boolean, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Activities as the product names them, with their transactions. Transfers that are part of a trade, a listing or a delisting are left out.
 * Key: version, event_index. Writer: ingest/history/activities. Rebuildable: from market.order_events and token activities.
 */
export const activities = defineTable('market.activities', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  kind: text,
  marketplace: nullable(text),
  collection_id: nullable(text),
  token_data_id: nullable(text),
  from_address: nullable(text),
  to_address: nullable(text),
  price_octas: nullable(numeric),
  amount: nullable(numeric),
  order_id: nullable(text),
  at_micros: bigint,
  transaction_hash: nullable(text),
})
export type ActivityRow = RowOf<typeof activities>

/**
 * One sale, however many events describe it. `is_wash`: the same wallet on both sides, a royalty of
 * half the price or more, or earlier payments between both sides (ingest/points/fundings).
 * Key: version, event_index. Writer: ingest/history/sales. Rebuildable: from market.order_events and
 * market.fundings.
 */
export const sales = defineTable('market.sales', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  marketplace: text,
  source: text,
  order_id: text,
  token_data_id: text,
  property_version: numeric,
  collection_id: nullable(text),
  seller: text,
  buyer: text,
  price_octas: numeric,
  commission_octas: nullable(numeric),
  royalty_octas: nullable(numeric),
  is_wash: boolean,
  at_micros: bigint,
})
export type SaleRow = RowOf<typeof sales>

/**
 * A period in which a listing was open at one price and its seller held the token; `to_micros` is null while it lasts. Floor and
 * listed count of any past time come from these.
 * Key: marketplace, listing_id, from_micros. Writer: ingest/history/order-spans. Rebuildable: from market.order_events and
 * market.ownership_events.
 */
export const listingSpans = defineTable('market.listing_spans', ['marketplace', 'listing_id', 'from_micros'], {
  marketplace: text,
  listing_id: text,
  from_micros: bigint,
  placed_version: bigint,
  to_micros: nullable(bigint),
  collection_id: text,
  seller: text,
  price_octas: numeric,
})
export type ListingSpanRow = RowOf<typeof listingSpans>

/**
 * A period in which a collection offer was open at a price for a number of items: until its next event or its expiry.
 * `to_micros` is null while it is open without expiry; with one it may be in the future.
 * Key: marketplace, offer, from_micros. Writer: ingest/history/order-spans. Rebuildable: from market.order_events.
 */
export const offerSpans = defineTable('market.offer_spans', ['marketplace', 'offer_id', 'from_micros'], {
  marketplace: text,
  offer_id: text,
  from_micros: bigint,
  placed_version: bigint,
  to_micros: nullable(bigint),
  collection_id: text,
  buyer: text,
  price_octas: numeric,
  remaining_amount: numeric,
})
export type OfferSpanRow = RowOf<typeof offerSpans>

/**
 * A period in which a wallet held at least one item of a collection; `to_micros` is null while it lasts.
 * Key: collection, wallet, from_micros. Writer: ingest/history/owner-spans. Rebuildable: from market.lots.
 */
export const ownerSpans = defineTable('market.owner_spans', ['collection_id', 'wallet', 'from_micros'], {
  collection_id: text,
  wallet: text,
  from_micros: bigint,
  to_micros: nullable(bigint),
})
export type OwnerSpanRow = RowOf<typeof ownerSpans>

/**
 * Who came to hold how much of a token, as one transaction wrote it; amount 0 means no longer. `is_frozen`: the owner cannot
 * move the token.
 * Key: token, property version, owner, storage, version. Writer: ingest/tokens/ownership-events, append-only. Rebuildable:
 * from chain.changes and events.
 */
export const ownershipEvents = defineTable(
  'market.ownership_events',
  ['token_data_id', 'property_version', 'owner_address', 'storage_id', 'version'],
  {
    token_data_id: text,
    property_version: numeric,
    owner_address: text,
    storage_id: text,
    version: bigint,
    amount: numeric,
    at_micros: bigint,
    is_frozen: boolean,
  },
)
export type OwnershipEventRow = RowOf<typeof ownershipEvents>

/**
 * Who holds a token in the product's eyes: its owner on chain, or the seller while a listing holds it in escrow.
 * Key: token, property version, holder. Writer: ingest/history/lots. Rebuildable: from market.lots.
 */
export const tokenHolders = defineTable('market.token_holders', ['token_data_id', 'property_version', 'holder'], {
  token_data_id: text,
  property_version: numeric,
  holder: text,
  collection_id: nullable(text),
  amount: numeric,
})
export type TokenHolderRow = RowOf<typeof tokenHolders>

/**
 * How many items of a collection a wallet holds, and how many tokens these are, each edition counted; `collection_id` is '' where it is not
 * known. Key: wallet, collection. Writer: triggers on market.token_holders. Rebuildable: from it.
 */
export const collectionHolders = defineTable('market.collection_holders', ['wallet', 'collection_id'], {
  wallet: text,
  collection_id: text,
  amount: numeric,
  editions: bigint,
})
export type CollectionHolderRow = RowOf<typeof collectionHolders>

/**
 * Items of one token that came to a wallet together (first in, first out), and left together or are still there.
 * `cost_octas` is for the whole lot, null when unknown; `proceeds_octas` is what a sale paid net of royalty and fee.
 * Key: wallet, token, property version, acquired_version, lot_index. Writer: ingest/history/lots. Rebuildable: from
 * market.ownership_events, sales, order_events, activities and mint_costs.
 */
export const lots = defineTable(
  'market.lots',
  ['wallet', 'token_data_id', 'property_version', 'acquired_version', 'lot_index'],
  {
    wallet: text,
    token_data_id: text,
    property_version: numeric,
    acquired_version: bigint,
    lot_index: integer,
    collection_id: nullable(text),
    amount: numeric,
    acquired_by: text,
    acquired_at_micros: bigint,
    cost_octas: nullable(numeric),
    is_in_transit: boolean,
    released_version: nullable(bigint),
    released_by: nullable(text),
    released_at_micros: nullable(bigint),
    proceeds_octas: nullable(numeric),
  },
)
export type LotRow = RowOf<typeof lots>

/**
 * Sums of a wallet's lots of a collection ('' where it is not known), without those in transit: items held, those of
 * unknown cost, cost of the others; items sold, those of unknown cost or proceeds, net received minus cost of the others.
 * Key: wallet, collection. Writer: triggers on market.lots. Rebuildable: from it.
 */
export const lotSums = defineTable('market.lot_sums', ['wallet', 'collection_id'], {
  wallet: text,
  collection_id: text,
  held: numeric,
  held_unknown: numeric,
  cost_octas: numeric,
  sold: numeric,
  sold_unknown: numeric,
  realised_octas: numeric,
})
export type LotSumRow = RowOf<typeof lotSums>

/**
 * How far the lots of a wallet and a token were folded: `held` is the number of items by the chain's writes, null before the
 * first one; `in_hand` the number in open lots, without those in transit. Without a row they are folded from the beginning.
 * Key: wallet, token, property version. Writer: ingest/history/lots. Rebuildable: from what market.lots is folded from.
 */
export const lotStates = defineTable('market.lot_states', ['wallet', 'token_data_id', 'property_version'], {
  wallet: text,
  token_data_id: text,
  property_version: numeric,
  version: bigint,
  collection_id: nullable(text),
  held: nullable(numeric),
  in_hand: numeric,
})
export type LotStateRow = RowOf<typeof lotStates>

/**
 * Octas that a wallet paid for each item of a token that it minted for itself; 0 when it was free.
 * Key: token, wallet, version. Writer: ingest/tokens/mint-costs. Rebuildable: from chain.events.
 */
export const mintCosts = defineTable('market.mint_costs', ['token_data_id', 'wallet', 'version'], {
  token_data_id: text,
  wallet: text,
  version: bigint,
  cost_octas: numeric,
})
export type MintCostRow = RowOf<typeof mintCosts>
