-- outside a transaction
-- What a wallet's holdings are worth and whether they are spam is decided by three values of each of its collections, of which it may have
-- thousands: they are read in the index alone. Each of them has an index already, so no change of a row costs more than before.
drop index concurrently if exists market.collection_stats_by_id;
create unique index concurrently collection_stats_by_id on market.collection_stats (collection_id)
  include (floor_octas, top_bid_octas, sales_all);
-- A wallet's holdings by name with their collections: those that are listed, or spam, are looked for in the index alone.
drop index concurrently if exists market.holdings_by_name;
create index concurrently holdings_by_name on market.token_holders
  (holder, name_key, (coalesce(collection_id, '')), token_data_id, property_version) include (collection_id) where amount > 0;
drop index concurrently if exists market.token_holders_by_name;
