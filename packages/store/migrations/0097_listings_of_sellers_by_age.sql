-- outside a transaction
-- A seller's open listings from the one that was left unchanged for longest: of thousands a check reads its own. What a portfolio shows of all of them is
-- read in the index alone: each would be a page of the table. A listing that changes has an entry in several indexes changed already.
drop index concurrently if exists market.listings_of_seller_by_age;
create index concurrently listings_of_seller_by_age on market.listings (seller, last_at_micros, marketplace, listing_id)
  include (validity, collection_id, token_data_id, property_version, price_octas, placed_at_micros) where state = 'open';
drop index concurrently if exists market.listings_seller_marketplace_idx;
