-- The listings that an owner of tokens may be, by their id alone: by an index of tokens the server may read all that a token ever had.
drop index market.listings_token_data_id_listing_id_idx;
create index listings_by_id on market.listings (listing_id);
