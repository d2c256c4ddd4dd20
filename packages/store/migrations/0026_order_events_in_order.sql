-- An order goes on from the last event that its row knows, and is read from there on: it can have any number of events.
create index on market.order_events (order_id, marketplace, book, version, event_index);
drop index market.order_events_order_id_marketplace_book_idx;
