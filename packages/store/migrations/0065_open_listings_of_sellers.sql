-- outside a transaction
-- A seller's open listings of a token, of which a creator may have had thousands taken from their listings.
drop index concurrently if exists market.listings_of_seller;
create index concurrently listings_of_seller on market.listings (token_data_id, seller) where state = 'open';
