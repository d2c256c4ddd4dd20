-- outside a transaction
-- Items by the time for which they are held, added up in the index alone.
drop index concurrently if exists market.lots_held_amounts;
create index concurrently lots_held_amounts on market.lots (collection_id, acquired_at_micros) include (amount) where released_version is null;
drop index concurrently if exists market.lots_held;

-- What a wallet's tokens are ordered by is read in indexes alone, that of a collection's tokens on one page of it: where nothing is in memory,
-- each page of each table is a read of the disk.
drop index concurrently if exists market.sales_of_token_prices;
create index concurrently sales_of_token_prices on market.sales (token_data_id, at_micros desc, version desc, event_index desc) include (price_octas);
drop index concurrently if exists market.sales_of_token;
drop index concurrently if exists market.token_rarity_of_collection;
create index concurrently token_rarity_of_collection on market.token_rarity (collection_id, token_data_id) include (rank);
