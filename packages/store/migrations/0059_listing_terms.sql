-- Terms of listings on our own marketplace, null where there are none: a price that falls in steps, an expiry, the only buyer, and what a
-- sale has to bring the seller. `price_octas` of an event is the first price, that of an open listing the one of the present step.
alter table market.order_events
  add column end_price_octas numeric(20, 0),
  add column falls_from_seconds numeric(20, 0),
  add column falls_until_seconds numeric(20, 0),
  add column reserved_for text,
  add column least_octas numeric(20, 0);
alter table market.listings
  add column start_price_octas numeric(20, 0),
  add column end_price_octas numeric(20, 0),
  add column falls_from_seconds numeric(20, 0),
  add column falls_until_seconds numeric(20, 0),
  add column expires_at_seconds numeric(20, 0),
  add column reserved_for text,
  add column least_octas numeric(20, 0),
  -- When the price falls next or the listing expires: it is folded again then. Null: time changes nothing about it.
  add column next_change_seconds numeric(20, 0);
alter table market.listings drop constraint listings_validity_check;
alter table market.listings add constraint listings_validity_check check (
  validity in ('valid', 'seller-lost-token', 'token-frozen', 'marketplace-closed', 'expired', 'reserved', 'ended'));
create index listings_changing on market.listings (next_change_seconds) where next_change_seconds is not null;
-- What is reserved for a wallet.
create index listings_reserved on market.listings (reserved_for, price_octas, marketplace, listing_id)
  where state = 'open' and validity = 'reserved';

-- List rows show the terms of listings.
insert into market.token_list_item_queue (token_data_id, collection_id)
  select token_data_id, collection_id from market.token_list_items;
