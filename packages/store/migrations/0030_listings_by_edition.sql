-- A wallet's listing of an edition is found among those of a v1 token with thousands of editions.
create index on market.listings (token_data_id, seller, property_version);
drop index market.listings_token_data_id_seller_idx;
