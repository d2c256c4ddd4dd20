-- outside a transaction
-- Some of what a wallet did, or of what happened to a token, is chosen in an index alone: of a hundred thousand activities those that are passed over
-- are many to a page there, where each was a page of the table. A token has one collection. Most activities have one side only.
drop index concurrently if exists market.activities_from;
create index concurrently activities_from on market.activities (from_address, version desc, event_index desc)
  include (kind, marketplace, at_micros, collection_id) where from_address is not null;
drop index concurrently if exists market.activities_from_address_version_event_index_idx;
drop index concurrently if exists market.activities_to;
create index concurrently activities_to on market.activities (to_address, version desc, event_index desc)
  include (kind, marketplace, at_micros, collection_id) where to_address is not null;
drop index concurrently if exists market.activities_to_address_version_event_index_idx;
drop index concurrently if exists market.activities_of_token;
create index concurrently activities_of_token on market.activities (token_data_id, version desc, event_index desc)
  include (kind, marketplace, at_micros);
drop index concurrently if exists market.activities_token_data_id_version_event_index_idx;
