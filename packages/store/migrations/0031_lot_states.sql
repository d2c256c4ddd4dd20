-- How far the lots of a wallet and a token were folded, so that a later transfer goes on from there. Stored holdings get their row with
-- their next change, for which they are folded whole once more.
create table market.lot_states (
  wallet text not null,
  token_data_id text not null,
  property_version numeric not null,
  version bigint not null,
  collection_id text,
  held numeric,
  in_hand numeric not null,
  primary key (wallet, token_data_id, property_version)
);
create index lot_states_of_unknown on market.lot_states (token_data_id) where collection_id is null;
-- The oldest open lots of a wallet and a token, and those in transit.
create index lots_open on market.lots (wallet, token_data_id, property_version, acquired_version, lot_index)
  where released_version is null;
create index lots_in_transit on market.lots (wallet, token_data_id, property_version) where is_in_transit;
-- What a wallet held of a collection from some moment on.
drop index market.lots_wallet_collection_id_idx;
create index on market.lots (wallet, collection_id, released_at_micros, acquired_at_micros);
create index on market.lots (wallet, collection_id, acquired_at_micros) where released_version is null and not is_in_transit;
create index on market.listings (token_data_id, listing_id);
-- The last event of an order before another.
drop index market.order_events_token_data_id_seller_idx;
create index on market.order_events (token_data_id, seller, order_id, version, event_index)
  where book = 'listing' and token_standard = 'v1';
