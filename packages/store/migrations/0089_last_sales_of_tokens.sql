-- outside a transaction
-- The last sale of a token, however many wash trades came after it.
drop index concurrently if exists market.sales_last_of_token;
create index concurrently sales_last_of_token on market.sales (token_data_id, at_micros desc, version desc, event_index desc)
  include (price_octas) where not is_wash;
