-- outside a transaction
-- The lots of a wallet in the order of their list, those that it has and those that it had: it may have had any number.
drop index concurrently if exists market.lots_newest_held;
create index concurrently lots_newest_held on market.lots (wallet, acquired_version, token_data_id, property_version, lot_index)
  where released_version is null and not is_in_transit;
drop index concurrently if exists market.lots_newest_released;
create index concurrently lots_newest_released on market.lots (wallet, released_version, token_data_id, property_version, lot_index)
  where released_version is not null and not is_in_transit;
