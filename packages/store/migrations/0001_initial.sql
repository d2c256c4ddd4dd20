-- Three schemas with different promises (ARCHITECTURE.md):
--   chain    raw wanted events and changes, append-only, plus token state under Aptos' own indexer's names
--   market   derived; may be dropped and rebuilt from chain by `rebuild`
--   account  rows that belong to users
-- Addresses are text, `0x` + 64 lower-case hex digits. Amounts are octas. Chain time is microseconds in bigint
-- in our own tables, `timestamp` (UTC) where Aptos' tables have it.
-- What each row means, who writes it and from what it can be recomputed stands in src/tables, one file a table.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema chain;
create schema market;
create schema account;

-- How far each stream has been written, in the same transaction as its rows.
create table chain.checkpoints (
  stream text primary key,
  chain_id integer not null,
  next_version bigint not null,
  last_timestamp_micros bigint,
  updated_at timestamptz not null default now()
);

-- A known event that could not be decoded stopped its marketplace here; its later events wait for a mended decoder.
create table chain.decode_stops (
  marketplace text primary key,
  version bigint not null,
  event_index integer not null,
  event_type text not null,
  message text not null,
  stopped_at timestamptz not null default now()
);

-- The Aptos SDK polls this until its version has arrived; every processor it may name follows our one checkpoint.
create view chain.processor_status as
select
  processor,
  greatest(next_version - 1, 0) as last_success_version,
  updated_at at time zone 'utc' as last_updated,
  timestamp 'epoch' + last_timestamp_micros * interval '1 microsecond' as last_transaction_timestamp
from chain.checkpoints
cross join unnest(array[
  'token_v2_processor', 'fungible_asset_processor', 'account_transactions_processor',
  'objects_processor', 'default_processor', 'stake_processor', 'events_processor', 'user_transaction_processor'
]) as processor
where stream = 'main';

-- Raw, append-only ----------------------------------------------------------------------------------------------

create table chain.transactions (
  version bigint primary key,
  hash text not null,
  block_height bigint not null,
  epoch bigint not null,
  timestamp_micros bigint not null,
  success boolean not null,
  sender text,
  entry_function text,
  gas_used bigint not null,
  gas_unit_price bigint not null
);

create table chain.events (
  version bigint not null,
  event_index integer not null,
  type text not null,
  account_address text not null,
  creation_number numeric(20, 0) not null,
  sequence_number numeric(20, 0) not null,
  data jsonb not null,
  primary key (version, event_index)
);

-- `type` is the resource's type, or the type of a table item's value.
create table chain.changes (
  version bigint not null,
  change_index integer not null,
  kind text not null check (kind in ('write-resource', 'delete-resource', 'write-table-item', 'delete-table-item')),
  address text,
  type text,
  handle text,
  key_type text,
  key jsonb,
  data jsonb,
  primary key (version, change_index)
);

-- Token state, Aptos' names and columns --------------------------------------------------------------------------

create table chain.current_collections_v2 (
  collection_id text primary key,
  creator_address text not null,
  collection_name text not null,
  description text not null,
  uri text not null,
  current_supply numeric not null,
  max_supply numeric,
  total_minted_v2 numeric,
  mutable_description boolean,
  mutable_uri boolean,
  table_handle_v1 text,
  token_standard text not null,
  collection_properties jsonb,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now()
);
create index on chain.current_collections_v2 (creator_address, collection_name);
create index on chain.current_collections_v2 using gin (collection_name gin_trgm_ops);

create table chain.current_token_datas_v2 (
  token_data_id text primary key,
  collection_id text not null,
  token_name text not null,
  description text not null,
  token_uri text not null,
  token_properties jsonb not null,
  maximum numeric,
  supply numeric,
  largest_property_version_v1 numeric,
  token_standard text not null,
  is_fungible_v2 boolean,
  decimals bigint,
  is_deleted_v2 boolean,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now()
);
create index on chain.current_token_datas_v2 (collection_id, token_data_id);

create table chain.current_token_ownerships_v2 (
  token_data_id text not null,
  property_version_v1 numeric not null,
  owner_address text not null,
  storage_id text not null,
  amount numeric not null,
  token_standard text not null,
  table_type_v1 text,
  token_properties_mutated_v1 jsonb,
  is_soulbound_v2 boolean,
  is_fungible_v2 boolean,
  non_transferrable_by_owner boolean,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now(),
  primary key (token_data_id, property_version_v1, owner_address, storage_id)
);
create index on chain.current_token_ownerships_v2 (owner_address, token_data_id) where amount > 0;

create table chain.token_activities_v2 (
  transaction_version bigint not null,
  event_index bigint not null,
  event_account_address text not null,
  token_data_id text not null,
  property_version_v1 numeric not null,
  type text not null,
  from_address text,
  to_address text,
  token_amount numeric not null,
  before_value text,
  after_value text,
  entry_function_id_str text,
  token_standard text not null,
  is_fungible_v2 boolean,
  transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now(),
  primary key (transaction_version, event_index)
);
create index on chain.token_activities_v2 (token_data_id, transaction_version desc, event_index desc);
create index on chain.token_activities_v2 (from_address, transaction_version desc);
create index on chain.token_activities_v2 (to_address, transaction_version desc);

-- Our own: royalty of a v1 token, a v2 token or a whole v2 collection.
create table chain.current_royalties (
  object_address text primary key,
  payee_address text not null,
  numerator numeric(20, 0) not null,
  denominator numeric(20, 0) not null,
  last_transaction_version bigint not null
);

-- Marketplace tables, the official aggregator's names, columns and keys (conformance target) -------------------------

create table market.nft_marketplace_activities (
  txn_version bigint not null,
  index bigint not null,
  marketplace text not null,
  raw_event_type text not null,
  standard_event_type text not null,
  creator_address text,
  collection_id text,
  collection_name text,
  token_data_id text,
  token_name text,
  price numeric(20, 0) not null,
  token_amount numeric(20, 0),
  buyer text,
  seller text,
  listing_id text,
  offer_id text,
  json_data jsonb not null,
  contract_address text not null,
  block_timestamp timestamp not null,
  expiration_time timestamp,
  bid_key bigint,
  primary key (txn_version, index, marketplace)
);
create index on market.nft_marketplace_activities (collection_id, txn_version desc, index desc);
create index on market.nft_marketplace_activities (token_data_id, txn_version desc, index desc);

create table market.current_nft_marketplace_listings (
  token_data_id text not null,
  marketplace text not null,
  listing_id text,
  collection_id text,
  seller text,
  price numeric(20, 0) not null,
  token_amount numeric(20, 0),
  token_name text,
  standard_event_type text not null,
  is_deleted boolean not null,
  contract_address text not null,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  primary key (token_data_id, marketplace)
);

create table market.current_nft_marketplace_token_offers (
  token_data_id text not null,
  buyer text not null,
  marketplace text not null,
  offer_id text,
  collection_id text,
  price numeric(20, 0) not null,
  token_amount numeric(20, 0),
  token_name text,
  is_deleted boolean not null,
  contract_address text not null,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  standard_event_type text not null,
  expiration_time timestamp,
  bid_key bigint,
  primary key (token_data_id, buyer, marketplace)
);

create table market.current_nft_marketplace_collection_offers (
  collection_offer_id text not null,
  marketplace text not null,
  collection_id text,
  buyer text not null,
  price numeric(20, 0) not null,
  remaining_token_amount numeric(20, 0),
  is_deleted boolean not null,
  contract_address text not null,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  standard_event_type text not null,
  token_data_id text,
  expiration_time timestamp,
  bid_key bigint,
  primary key (collection_offer_id, marketplace)
);

-- The product's own order book: one row per listing or offer ever seen, nothing collapsed ------------------------------

-- Which venues there are and whether their orders count; written from the adapters when the indexer starts.
create table market.venues (
  marketplace text primary key,
  status text not null check (status in ('active', 'cancel-only', 'history'))
);

-- What happened to orders, in our own words, append-only: every row of the book is a fold over an order's events.
create table market.order_events (
  version bigint not null,
  event_index integer not null,
  marketplace text not null,
  book text not null check (book in ('listing', 'token-offer', 'collection-offer')),
  action text not null check (action in ('placed', 'cancelled', 'filled')),
  order_id text not null,
  token_data_id text,
  property_version numeric not null default 0,
  token_standard text,
  collection_id text,
  seller text,
  buyer text,
  price_octas numeric(20, 0) not null,
  amount numeric(20, 0),
  expires_at_seconds numeric(20, 0),
  commission_octas numeric(20, 0),
  royalty_octas numeric(20, 0),
  at_micros bigint not null,
  primary key (version, event_index)
);
create index on market.order_events (order_id, marketplace, book);
create index on market.order_events (token_data_id) where collection_id is null;

-- validity: 'valid' counts in floor and depth; anything else says why not.
create table market.listings (
  marketplace text not null,
  listing_id text not null,
  token_data_id text not null,
  property_version numeric not null default 0,
  token_standard text not null,
  collection_id text,
  seller text not null,
  price_octas numeric(20, 0) not null,
  state text not null check (state in ('open', 'filled', 'cancelled')),
  validity text not null check (validity in ('valid', 'seller-lost-token', 'venue-closed', 'ended')),
  placed_version bigint not null,
  placed_at_micros bigint not null,
  last_version bigint not null,
  last_event_index integer not null,
  last_at_micros bigint not null,
  primary key (marketplace, listing_id)
);
create index listings_book on market.listings (collection_id, price_octas, listing_id) where state = 'open' and validity = 'valid';
create index on market.listings (token_data_id, price_octas) where state = 'open';
create index on market.listings (seller, marketplace) where state = 'open';

-- From when to when a listing stood at a price, on venues that count: floor and listed count at any time.
create table market.listing_spans (
  marketplace text not null,
  listing_id text not null,
  from_micros bigint not null,
  to_micros bigint,
  collection_id text not null,
  price_octas numeric(20, 0) not null,
  primary key (marketplace, listing_id, from_micros)
);
create index on market.listing_spans (collection_id, to_micros);

create table market.token_offers (
  marketplace text not null,
  offer_id text not null,
  token_data_id text not null,
  property_version numeric not null default 0,
  token_standard text not null,
  collection_id text,
  buyer text not null,
  price_octas numeric(20, 0) not null,
  expires_at_seconds numeric(20, 0),
  state text not null check (state in ('open', 'filled', 'cancelled')),
  validity text not null check (validity in ('valid', 'expired', 'unfunded', 'venue-closed', 'ended')),
  placed_version bigint not null,
  placed_at_micros bigint not null,
  last_version bigint not null,
  last_event_index integer not null,
  last_at_micros bigint not null,
  primary key (marketplace, offer_id)
);
create index on market.token_offers (token_data_id, price_octas desc) where state = 'open';
create index on market.token_offers (buyer) where state = 'open';
create index on market.token_offers (expires_at_seconds) where validity = 'valid';

create table market.collection_offers (
  marketplace text not null,
  offer_id text not null,
  collection_id text not null,
  buyer text not null,
  price_octas numeric(20, 0) not null,
  remaining_amount numeric(20, 0) not null,
  expires_at_seconds numeric(20, 0),
  state text not null check (state in ('open', 'filled', 'cancelled')),
  validity text not null check (validity in ('valid', 'expired', 'unfunded', 'exhausted', 'venue-closed', 'ended')),
  placed_version bigint not null,
  placed_at_micros bigint not null,
  last_version bigint not null,
  last_event_index integer not null,
  last_at_micros bigint not null,
  primary key (marketplace, offer_id)
);
create index on market.collection_offers (collection_id, price_octas desc) where state = 'open';
create index on market.collection_offers (buyer) where state = 'open';
create index on market.collection_offers (expires_at_seconds) where validity = 'valid';

-- Who holds a token in the product's eyes: its owner, or the seller while a listing holds it in escrow.
create table market.token_holders (
  token_data_id text not null,
  property_version numeric not null,
  holder text not null,
  collection_id text,
  amount numeric not null,
  primary key (token_data_id, property_version, holder)
);
create index on market.token_holders (collection_id, holder);
create index on market.token_holders (holder, collection_id);

-- One row per sale, whichever events describe it.
create table market.sales (
  version bigint not null,
  event_index integer not null,
  marketplace text not null,
  source text not null check (source in ('listing', 'token-offer', 'collection-offer')),
  order_id text not null,
  token_data_id text not null,
  property_version numeric not null default 0,
  collection_id text,
  seller text not null,
  buyer text not null,
  price_octas numeric(20, 0) not null,
  commission_octas numeric(20, 0),
  royalty_octas numeric(20, 0),
  is_wash boolean not null default false,
  at_micros bigint not null,
  primary key (version, event_index)
);
create index on market.sales (collection_id, at_micros desc);
create index on market.sales (token_data_id, at_micros desc);
create index on market.sales (at_micros);

-- What happened, in the product's words (Listed, Delisted, Bid, Sale, Transfer, Mint ...), for every activity list.
create table market.activities (
  version bigint not null,
  event_index integer not null,
  kind text not null check (kind in ('list', 'reprice', 'delist', 'token-bid', 'cancel-token-bid', 'collection-bid',
    'cancel-collection-bid', 'sale', 'accept-token-bid', 'accept-collection-bid', 'transfer', 'mint', 'burn')),
  marketplace text,
  collection_id text,
  token_data_id text,
  from_address text,
  to_address text,
  price_octas numeric(20, 0),
  amount numeric(20, 0),
  order_id text,
  at_micros bigint not null,
  primary key (version, event_index)
);
create index on market.activities (collection_id, version desc, event_index desc);
create index on market.activities (token_data_id, version desc, event_index desc);
create index on market.activities (from_address, version desc, event_index desc);
create index on market.activities (to_address, version desc, event_index desc);
create index on market.activities (token_data_id) where collection_id is null;

-- Figures of a collection, recomputed for every collection that a batch touches.
create table market.collection_stats (
  collection_id text primary key,
  floor_octas numeric(20, 0),
  top_bid_octas numeric(20, 0),
  listed_count bigint not null default 0,
  owner_count bigint not null default 0,
  supply bigint not null default 0,
  volume_all_octas numeric(30, 0) not null default 0,
  sales_all bigint not null default 0,
  last_sale_octas numeric(20, 0),
  last_version bigint not null
);

-- Sales per collection and hour: the sliding windows are sums over these plus the partial hours at both ends.
-- Only hours in which something happened to the collection's orders; floor and listed count are those at the hour's end.
create table market.collection_hours (
  collection_id text not null,
  hour_micros bigint not null,
  volume_octas numeric(30, 0) not null,
  sales bigint not null,
  floor_octas numeric(20, 0),
  listed_count bigint not null,
  primary key (collection_id, hour_micros)
);

-- Off-chain metadata by its address: image and attributes of tokens, image of collections.
create table market.metadata (
  uri text primary key,
  status text not null check (status in ('pending', 'ready', 'failed')),
  image text,
  animation_url text,
  attributes jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text,
  fetched_at timestamptz
);
create index on market.metadata (next_attempt_at) where status = 'pending';

-- Operator's list.
create table account.verified_collections (
  collection_id text primary key,
  is_featured boolean not null default false,
  added_at timestamptz not null default now()
);

create table account.favourites (
  wallet text not null,
  collection_id text not null,
  added_at timestamptz not null default now(),
  primary key (wallet, collection_id)
);

-- What changed, in the order it was written: the api turns rows into live messages and back-fills reconnecting clients.
create table market.change_feed (
  id bigint generated always as identity primary key,
  version bigint not null,
  at_micros bigint not null,
  collection_id text,
  kind text not null check (kind in ('activity', 'floor_change', 'volume_change', 'bid_change')),
  payload jsonb not null
);
create index on market.change_feed (collection_id, id);
