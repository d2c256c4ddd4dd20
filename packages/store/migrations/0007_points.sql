-- Season points, as a ledger that anybody can add up again.

alter table market.venues add column is_native boolean not null default false;

-- Packages of our own: a sale on another venue is made through us when one of them was called.
create table market.own_packages (package_address text primary key);

-- Which event opened the price or the offer that stood.
alter table market.listing_spans add column placed_version bigint not null default 0;
alter table market.offer_spans add column placed_version bigint not null default 0;

-- Rule 'buying': points once, for a sale. Rules 'listing' and 'bidding': points for each hour, from first to last (null:
-- still), at whose end the order stood at this price and the floor was this.
create table market.points_ledger (
  wallet text not null,
  rule text not null check (rule in ('buying', 'listing', 'bidding')),
  collection_id text,
  marketplace text not null,
  order_id text not null,
  version bigint not null,
  event_index integer not null,
  first_hour_micros bigint not null,
  last_hour_micros bigint,
  price_octas numeric(20, 0) not null,
  floor_octas numeric(20, 0),
  size numeric(20, 0) not null,
  points_micros numeric(30, 0) not null,
  primary key (rule, marketplace, order_id, first_hour_micros, version, event_index)
);
create index on market.points_ledger (wallet, first_hour_micros);
create index on market.points_ledger (collection_id, last_hour_micros) where rule <> 'buying';
create index on market.points_ledger (version) where rule = 'buying';
