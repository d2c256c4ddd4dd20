-- outside a transaction
-- A wallet's holdings by name.
drop index concurrently if exists market.token_holders_by_name;
create index concurrently token_holders_by_name on market.token_holders
  (holder, name_key, (coalesce(collection_id, '')), token_data_id, property_version) where amount > 0;
