-- outside a transaction
-- Activities of a marketplace by their kind: one that the marketplace never had would be looked for among all of its millions.
drop index concurrently if exists market.activities_of_marketplace;
create index concurrently activities_of_marketplace on market.activities (marketplace, kind, version desc, event_index desc)
  where marketplace is not null;
drop index concurrently if exists market.activities_marketplace_version_event_index_idx;
