-- outside a transaction
-- What came and went within an hour is left out within the index, without a look at its rows: a floor an hour ago is that of the few that stood then,
-- however much has been listed and sold since.
drop index concurrently if exists market.listing_spans_ended;
create index concurrently listing_spans_ended
  on market.listing_spans (collection_id, coalesce(to_micros, 9223372036854775807), from_micros);
drop index concurrently if exists market.listing_spans_collection_id_coalesce_idx;
drop index concurrently if exists market.listing_spans_standing_since;
create index concurrently listing_spans_standing_since
  on market.listing_spans (collection_id, price_octas, from_micros) include (marketplace) where to_micros is null;
drop index concurrently if exists market.listing_spans_standing;
-- Sums of prices are read from the index alone.
drop index concurrently if exists market.sales_of_collection;
create index concurrently sales_of_collection on market.sales (collection_id, at_micros desc) include (price_octas);
drop index concurrently if exists market.sales_collection_id_at_micros_idx;
