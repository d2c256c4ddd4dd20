-- The past of tokens and orders, from which figures of any moment, and what wallets gained, are made.

-- Who came to hold how much of a token, as the chain wrote it: append-only, one row for each write.
create table market.ownership_events (
  token_data_id text not null,
  property_version numeric not null,
  owner_address text not null,
  storage_id text not null,
  version bigint not null,
  amount numeric not null,
  at_micros bigint not null,
  primary key (token_data_id, property_version, owner_address, storage_id, version)
);

-- What a wallet paid for each item of a token that it minted for itself.
create table market.mint_costs (
  token_data_id text not null,
  wallet text not null,
  version bigint not null,
  cost_octas numeric(20, 0) not null,
  primary key (token_data_id, wallet, version)
);

-- Items of one token that came to a wallet together, first in first out. Null cost: unknown; null release: still held.
create table market.lots (
  wallet text not null,
  token_data_id text not null,
  property_version numeric not null,
  acquired_version bigint not null,
  lot_index integer not null,
  collection_id text,
  amount numeric not null,
  acquired_by text not null
    check (acquired_by in ('listing', 'token-offer', 'collection-offer', 'mint', 'transfer', 'unknown')),
  acquired_at_micros bigint not null,
  cost_octas numeric(30, 0),
  is_in_transit boolean not null,
  released_version bigint,
  released_by text check (released_by in ('listing', 'token-offer', 'collection-offer', 'transfer', 'burn')),
  released_at_micros bigint,
  proceeds_octas numeric(30, 0),
  primary key (wallet, token_data_id, property_version, acquired_version, lot_index)
);
create index on market.lots (token_data_id);
create index on market.lots (wallet, collection_id);

-- From when to when a wallet held at least one item of a collection.
create table market.owner_spans (
  collection_id text not null,
  wallet text not null,
  from_micros bigint not null,
  to_micros bigint,
  primary key (collection_id, wallet, from_micros)
);
create index on market.owner_spans (collection_id, from_micros);
create index on market.owner_spans (collection_id, to_micros);

-- Hours in which something was sold, or a listing or an owner came or went; figures but sales are those at the hour's end.
alter table market.collection_hours add column owner_count bigint not null default 0;

-- From when to when a collection offer stood at a price for so many items.
create table market.offer_spans (
  marketplace text not null,
  offer_id text not null,
  from_micros bigint not null,
  to_micros bigint,
  collection_id text not null,
  buyer text not null,
  price_octas numeric(20, 0) not null,
  remaining_amount numeric(20, 0) not null,
  primary key (marketplace, offer_id, from_micros)
);
create index on market.offer_spans (collection_id, to_micros);

alter table market.listing_spans add column seller text not null default '';

-- Figures that a release newly makes of old rows: everything derived is made again when the indexer starts.
create table chain.rebuilds_due (reason text primary key);
insert into chain.rebuilds_due (reason)
select 'history of tokens and orders' where exists (select from chain.transactions);
create index on market.listings (token_data_id, seller);
create index on market.order_events (token_data_id, seller) where book = 'listing' and token_standard = 'v1';
