-- outside a transaction
-- A bidder's bids in the order in which they were placed: those since the bidder last ceased to accept tokens are a range of it.
drop index concurrently if exists market.collection_offers_of_bidder;
create index concurrently collection_offers_of_bidder on market.collection_offers (buyer, placed_version, offer_id) where not is_pooled;
drop index concurrently if exists market.collection_offers_buyer_last_version_idx;
-- A seller's listings that notify because they cannot be bought: the newest of any number.
drop index concurrently if exists market.listings_unbuyable;
create index concurrently listings_unbuyable on market.listings (seller, last_version desc, listing_id)
  where state = 'open' and validity in ('marketplace-closed', 'token-frozen');
