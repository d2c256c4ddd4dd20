-- Orders that time has changed and whose rows the database refuses: they are left as they are, and others change.
create table market.unsettled_orders (
  marketplace text not null,
  book text not null,
  order_id text not null,
  sqlstate text not null,
  message text not null check (length(message) <= 500),
  noted_at timestamptz not null default now(),
  primary key (marketplace, book, order_id)
);
