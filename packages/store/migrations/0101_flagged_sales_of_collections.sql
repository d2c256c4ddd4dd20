-- outside a transaction
-- What wash trades take off the sums of a collection is read from an index of its own alone. For a span of time of a collection the planner preferred the
-- index by time, whose rows it need not look at: it read the wash trades of all collections.
drop index concurrently if exists market.sales_flagged_of_collection;
create index concurrently sales_flagged_of_collection on market.sales (collection_id, at_micros) include (price_octas) where is_wash;
drop index concurrently if exists market.sales_collection_id_at_micros_idx1;
