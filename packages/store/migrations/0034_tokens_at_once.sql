-- A page of tokens is one statement that looks up, for each token, its cheapest listing, its last sale and its best offer: each index
-- has the whole order that decides between equals, so that the first entry is the answer and nothing is sorted.
create index if not exists listings_of_token on market.listings (token_data_id, price_octas, marketplace, listing_id) where state = 'open';
drop index if exists market.listings_token_data_id_price_octas_idx;
create index if not exists sales_of_token on market.sales (token_data_id, at_micros desc, version desc, event_index desc);
drop index if exists market.sales_token_data_id_at_micros_idx;
create index if not exists token_offers_of_token on market.token_offers (token_data_id, price_octas desc, offer_id) where state = 'open';
drop index if exists market.token_offers_token_data_id_price_octas_idx;
