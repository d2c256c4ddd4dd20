-- outside a transaction
-- The lots of a wallet in the order of their list with what they cost and how they went: of any number, those of unknown cost are found in the index alone.
drop index concurrently if exists market.lots_held_in_order;
create index concurrently lots_held_in_order on market.lots (wallet, acquired_version, token_data_id, property_version, lot_index)
  include (cost_octas) where released_version is null and not is_in_transit;
drop index concurrently if exists market.lots_newest_held;
drop index concurrently if exists market.lots_released_in_order;
create index concurrently lots_released_in_order on market.lots (wallet, released_version, token_data_id, property_version, lot_index)
  include (acquired_version, cost_octas, released_by) where released_version is not null and not is_in_transit;
drop index concurrently if exists market.lots_newest_released;
