-- outside a transaction
-- A seller's listings that moves of their token change. Seller and token are one value: no other index finds it, whatever is known of the
-- table, and this one is of no use for other listings of a token.
drop index concurrently if exists market.listings_of_seller;
create index concurrently listings_of_seller on market.listings ((seller || ' ' || token_data_id))
  where depends_on_seller is not false;
-- The owner of a token, or the last one, however many it had.
drop index concurrently if exists chain.ownerships_by_last;
create index concurrently ownerships_by_last on chain.current_token_ownerships_v2
  (token_data_id, (amount > 0) desc, last_transaction_version desc, owner_address);
-- The owner of a table of v1 tokens.
drop index concurrently if exists chain.ownerships_of_tables;
create index concurrently ownerships_of_tables on chain.current_token_ownerships_v2 (token_data_id, storage_id) where token_standard = 'v1';
-- The bids on a collection in the whole order of a list, by price and by date: of thousands at one price a page reads its own.
drop index concurrently if exists market.collection_offers_by_price;
create index concurrently collection_offers_by_price on market.collection_offers
  (collection_id, price_octas desc, marketplace desc, offer_id desc) where state = 'open' and validity = 'valid' and set_root is null;
drop index concurrently if exists market.collection_offers_by_date;
create index concurrently collection_offers_by_date on market.collection_offers
  (collection_id, placed_at_micros desc, marketplace desc, offer_id desc) where state = 'open' and validity = 'valid' and set_root is null;
