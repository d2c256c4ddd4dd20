-- Items by the time for which they are held, added up in the index alone.
drop index market.lots_held;
create index lots_held on market.lots (collection_id, acquired_at_micros) include (amount) where released_version is null;

-- What a wallet's tokens are ordered by is read in indexes alone, that of a collection's tokens on one page of it: where nothing is in memory,
-- each page of each table is a read of the disk.
drop index market.sales_of_token;
create index sales_of_token on market.sales (token_data_id, at_micros desc, version desc, event_index desc) include (price_octas);
create index token_rarity_of_collection on market.token_rarity (collection_id, token_data_id) include (rank);
