-- outside a transaction
-- Since when the present owners of a collection have held some of it, without those who were its owners before.
drop index concurrently if exists market.owner_spans_present;
create index concurrently owner_spans_present on market.owner_spans (collection_id, from_micros) where to_micros is null;
