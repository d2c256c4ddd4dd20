-- outside a transaction
-- The sales of one edition of a token by a wallet, and to it. A token of the older standard has any number of editions, each of which anyone who holds it
-- sells as often as they like: a wallet that gets one would have the sales of all looked through.
drop index concurrently if exists market.sales_of_seller;
create index concurrently sales_of_seller on market.sales (token_data_id, property_version, seller);
drop index concurrently if exists market.sales_of_buyer;
create index concurrently sales_of_buyer on market.sales (token_data_id, property_version, buyer);
-- The same of a seller's listings of such a token, and the last event of one of them before another.
drop index concurrently if exists market.order_events_of_seller;
create index concurrently order_events_of_seller on market.order_events
  (token_data_id, seller, property_version, order_id, version, event_index) where book = 'listing' and token_standard = 'v1';
drop index concurrently if exists market.order_events_token_data_id_seller_order_id_version_event_in_idx;
-- What was minted and burnt of a token is found by the transaction.
drop index concurrently if exists market.activities_turns;
