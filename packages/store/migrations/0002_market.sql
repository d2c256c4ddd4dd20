-- Derived rows: may be dropped and derived again from the raw rows of `chain` and from fetched metadata.
-- Indexes are in the order that a list asks for, so that a page costs what it shows.

create schema market;

-- Tables of the official aggregator: its names, columns and keys ----------------------------------------------------

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
) with (fillfactor = 85);

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

-- Marketplaces and orders -------------------------------------------------------------------------------------------

-- Marketplaces and whether their orders count; written from the adapters when the indexer starts.
create table market.marketplaces (
  marketplace text primary key,
  status text not null check (status in ('active', 'cancel-only', 'history')),
  is_native boolean not null default false
);

-- Packages of our own: a sale on another marketplace is made through us when its transaction called one of them.
create table market.own_packages (package_address text primary key);

-- Time up to which offers were checked for expiry: chain time, or the server's clock while nothing happens on chain.
create table market.clock (
  is_only boolean primary key default true check (is_only),
  settled_micros bigint not null
);
insert into market.clock (settled_micros) values (0);

-- Events of orders, decoded and append-only: every row of the book is a fold over the events of one order.
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
create index on market.order_events (token_data_id, seller) where book = 'listing' and token_standard = 'v1';

-- The order book: one row per listing or offer ever seen. `valid` orders count in floor and depth; other values say why not.
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
create index on market.listings (seller, marketplace) where state = 'open';
create index on market.listings (token_data_id, seller);
-- Prices of a collection's listings in the order in which pages show them; covers a page and a count of the listed.
create index on market.listings (collection_id, price_octas, token_data_id) include (marketplace) where state = 'open' and validity = 'valid';
create index on market.listings (collection_id, placed_at_micros, token_data_id) where state = 'open' and validity = 'valid';
-- Has the whole order that decides between equals: the first entry is the cheapest listing, and nothing is sorted.
create index listings_of_token on market.listings (token_data_id, price_octas, marketplace, listing_id) where state = 'open';
-- Listings on marketplaces that only allow exits.
create index listings_closed on market.listings (collection_id, price_octas, token_data_id) include (marketplace)
  where state = 'open' and validity = 'venue-closed';

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
create index on market.token_offers (buyer) where state = 'open';
create index on market.token_offers (expires_at_seconds) where validity = 'valid';
create index token_offers_of_token on market.token_offers (token_data_id, price_octas desc, offer_id) where state = 'open';

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

-- History -----------------------------------------------------------------------------------------------------------

-- From when to when a listing was open at a price on a marketplace that counts: floor and listed count at any time.
create table market.listing_spans (
  marketplace text not null,
  listing_id text not null,
  from_micros bigint not null,
  to_micros bigint,
  collection_id text not null,
  price_octas numeric(20, 0) not null,
  seller text not null default '',
  -- Version of the event that opened this price.
  placed_version bigint not null default 0,
  primary key (marketplace, listing_id, from_micros)
);
-- Open spans count as ending after any time: one condition finds both.
create index on market.listing_spans (collection_id, coalesce(to_micros, 9223372036854775807));

-- From when to when a collection offer was open at a price for this many items.
create table market.offer_spans (
  marketplace text not null,
  offer_id text not null,
  from_micros bigint not null,
  to_micros bigint,
  collection_id text not null,
  buyer text not null,
  price_octas numeric(20, 0) not null,
  remaining_amount numeric(20, 0) not null,
  -- Version of the event that opened this price.
  placed_version bigint not null default 0,
  primary key (marketplace, offer_id, from_micros)
);
create index on market.offer_spans (collection_id, coalesce(to_micros, 9223372036854775807));

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
create index on market.sales (at_micros);
create index on market.sales (seller, buyer);
create index on market.sales (collection_id, at_micros) where is_wash;
create index sales_of_token on market.sales (token_data_id, at_micros desc, version desc, event_index desc);

-- Activities as every activity list shows them.
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
  transaction_hash text,
  primary key (version, event_index)
);
create index on market.activities (collection_id, version desc, event_index desc);
create index on market.activities (token_data_id, version desc, event_index desc);
create index on market.activities (from_address, version desc, event_index desc);
create index on market.activities (to_address, version desc, event_index desc);
create index on market.activities (token_data_id) where collection_id is null;
-- Rare kinds of activity, of a collection and of the whole market.
create index on market.activities (collection_id, kind, version desc, event_index desc);
create index on market.activities (kind, version desc, event_index desc);
create index on market.activities (marketplace, version desc, event_index desc) where marketplace is not null;
-- When a collection was last minted from: collections that are minting are listed latest first.
create index activities_mints on market.activities (collection_id, version desc, event_index desc)
  include (token_data_id, to_address, at_micros) where kind = 'mint';
-- Mints and burns of a token, without its other activities.
create index activities_turns on market.activities (token_data_id) where kind in ('mint', 'burn');

-- Amounts of a token that an owner came to hold, as the chain wrote them: append-only, one row per write.
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

-- Cost of each item of a token that a wallet minted for itself.
create table market.mint_costs (
  token_data_id text not null,
  wallet text not null,
  version bigint not null,
  cost_octas numeric(20, 0) not null,
  primary key (token_data_id, wallet, version)
);

-- Holder of a token for the product: its owner, or the seller while a listing holds it in escrow.
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

-- Items of one token that a wallet acquired together, first in first out. Null cost: unknown; null release: still held.
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
create index on market.lots (wallet, collection_id);
-- Lots are found by wallet; by token only while its collection is unknown.
create index lots_of_unknown on market.lots (token_data_id) where collection_id is null;
-- Age of what a collection's owners hold, without the lots that were released since.
create index lots_held on market.lots (collection_id, acquired_at_micros) where released_version is null;

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

-- Stats -------------------------------------------------------------------------------------------------------------

-- Current stats of a collection, computed for every collection that a batch touches.
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
  last_version bigint not null,
  -- Null: never, as far as is known.
  last_mint_micros bigint
);
-- Rankings.
create index on market.collection_stats (volume_all_octas desc, collection_id desc);
create index on market.collection_stats (floor_octas, collection_id);
create index on market.collection_stats (top_bid_octas, collection_id);
create index on market.collection_stats (owner_count, collection_id);
create index on market.collection_stats (listed_count, collection_id);
create index on market.collection_stats (last_mint_micros desc, collection_id desc) where last_mint_micros is not null;

-- Hours in which something was sold, or a listing or an owner came or went; all but sales and volume are those at the hour's end.
create table market.collection_hours (
  collection_id text not null,
  hour_micros bigint not null,
  volume_octas numeric(30, 0) not null,
  sales bigint not null,
  floor_octas numeric(20, 0),
  listed_count bigint not null,
  owner_count bigint not null default 0,
  primary key (collection_id, hour_micros)
) with (fillfactor = 85);
-- Sales of the last days over all collections.
create index on market.collection_hours (hour_micros) include (collection_id, volume_octas, sales) where sales > 0;
-- Floor changes of the last hours over all collections.
create index collection_hours_by_time on market.collection_hours (hour_micros, collection_id);

-- Points ------------------------------------------------------------------------------------------------------------

-- Season points as a ledger that anybody can add up. Rule `buying`: points once, for a sale. Rules `listing` and `bidding`: points
-- for each hour, from first to last (null: still running), at whose end the order stood at this price and the floor was this.
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
create index on market.points_ledger (version) where rule = 'buying';
create index on market.points_ledger (collection_id, coalesce(last_hour_micros, 9223372036854775807)) where rule <> 'buying';

-- Who first sent APT directly to whom, where the scope includes transfers: pairs that may trade with themselves.
create table market.fundings (
  payer text not null,
  payee text not null,
  version bigint not null,
  primary key (payer, payee)
);

-- Metadata, images and ranks, written by workers --------------------------------------------------------------------

-- Off-chain metadata by address. Pending rows are a queue.
create table market.metadata (
  uri text primary key,
  status text not null check (status in ('pending', 'ready', 'failed')),
  image text,
  animation_url text,
  attributes jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text,
  fetched_at timestamptz,
  -- `properties.category` of the document: a video need not end in .mp4.
  category text,
  constraint metadata_uri_bytes check (octet_length(uri) <= 2048),
  constraint metadata_attributes_bytes check (octet_length(attributes::text) <= 40000)
);
create index on market.metadata (next_attempt_at) where status = 'pending';
create index on market.metadata (uri) where status = 'failed';
-- Media proxy and images look up the documents that name an address.
create index metadata_of_image on market.metadata using hash (image);
create index metadata_of_animation on market.metadata using hash (animation_url);

-- Size and dominant colour of images, shown before the image has loaded. Pending rows are a queue.
create table market.images (
  src text primary key,
  status text not null check (status in ('pending', 'ready', 'failed')),
  width integer check (width > 0),
  height integer check (height > 0),
  -- Dominant colour, '#rrggbb'.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text,
  measured_at timestamptz,
  constraint images_src_bytes check (octet_length(src) <= 2048)
);
create index on market.images (next_attempt_at) where status = 'pending';
create index on market.images (src) where status = 'failed';

-- Ranks of tokens within their collection, computed by a worker from token state and fetched metadata.
create table market.token_rarity (
  token_data_id text primary key,
  collection_id text not null,
  rank integer not null check (rank > 0),
  score double precision not null,
  breakdown jsonb not null
);
create index on market.token_rarity (collection_id, rank, token_data_id);

-- Collections to rank. Append-only for writers, so that none waits for the worker; a collection may be queued many times.
create table market.rarity_queue (
  id bigint generated always as identity primary key,
  collection_id text not null
);
create index on market.rarity_queue (collection_id);

-- How often a collection has been ranked. Together with the queue it tells whether traits may have changed: whatever changes
-- traits or ranks is queued in the same transaction.
create table market.trait_versions (
  collection_id text primary key,
  rankings bigint not null,
  -- Tokens per value of each trait as of the last ranking: `{ trait: { value: tokens } }`. Null: not counted, or too many values.
  counts jsonb
);

-- List rows of tokens -----------------------------------------------------------------------------------------------

-- Denormalised list rows of tokens: a page of fifty would otherwise join owner, listing, sale, image, rank and offer of each.
-- Written by a worker from the queue; a queued token is not read from here.
create table market.token_list_items (
  token_data_id text primary key,
  collection_id text not null,
  -- Cheapest live listing; null where the token is not for sale or was burned.
  listed_octas numeric(20, 0),
  -- Both as JSON.
  name text not null,
  image text not null,
  -- Price, id, members of the JSON object, holder and expiring fields, separated by U+001F.
  item text not null,
  -- Fields of the token's own page, separated by U+001F.
  detail text,
  -- When the first of its offers expires; readers then load the token itself.
  detail_until numeric(20, 0)
);
-- A page of a collection's listed tokens is one index scan.
create index token_list_items_for_sale on market.token_list_items (collection_id, listed_octas, token_data_id) where listed_octas is not null;
-- Name and image of a collection's tokens, which its activities show.
create index token_list_items_of_collection on market.token_list_items (collection_id, token_data_id) include (name, image);

-- Tokens whose list row is to be written again. Append-only for writers, so that none waits for another; a token may be queued
-- many times. Writers of anything that a list row shows queue its token in the same transaction.
create table market.token_list_item_queue (
  id bigint generated always as identity primary key,
  token_data_id text not null,
  -- Null while the token is unknown.
  collection_id text,
  -- The row cannot be written: readers load the token itself.
  is_set_aside boolean not null default false
);
create index token_list_item_queue_of_collection on market.token_list_item_queue (collection_id);
create index token_list_item_queue_of_token on market.token_list_item_queue (token_data_id);

-- Version of a collection's token names and images: grows with every change, and caches compare it. No row before the first change.
create sequence market.token_preview_version;
create table market.token_preview_versions (
  collection_id text primary key,
  version bigint not null
);

-- Work that failed by itself however often it was tried: listed and retried by `npm run media`.
create table market.dead_letters (
  work text not null check (work in ('list-item', 'ranking')),
  -- The token or the collection.
  subject text not null,
  attempts integer not null default 1,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (work, subject)
);

-- Workers and operators change these tables; the pipeline queues its tokens itself.
create function market.queue_list_items_of_metadata() returns trigger language plpgsql as $$
begin
  insert into market.token_list_item_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from after_it a join before_it b using (uri)
    join chain.current_token_datas_v2 t on t.token_uri = a.uri
    where (a.image, a.animation_url, a.category, a.attributes)
      is distinct from (b.image, b.animation_url, b.category, b.attributes);
  return null;
end
$$;
create trigger queue_list_items after update on market.metadata
  referencing old table as before_it new table as after_it for each statement execute function market.queue_list_items_of_metadata();

create function market.queue_list_items_of_images() returns trigger language plpgsql as $$
begin
  insert into market.token_list_item_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from after_it a join before_it b using (src)
    join market.metadata m on m.image = a.src
    join chain.current_token_datas_v2 t on t.token_uri = m.uri
    where (a.width, a.height, a.colour) is distinct from (b.width, b.height, b.colour);
  return null;
end
$$;
create trigger queue_list_items after update on market.images
  referencing old table as before_it new table as after_it for each statement execute function market.queue_list_items_of_images();

create function market.queue_list_items_of_ranks() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into market.token_list_item_queue (token_data_id, collection_id)
      select a.token_data_id, a.collection_id from after_it a join before_it b using (token_data_id) where a.rank <> b.rank;
  elsif tg_op = 'INSERT' then
    insert into market.token_list_item_queue (token_data_id, collection_id) select token_data_id, collection_id from after_it;
  else
    insert into market.token_list_item_queue (token_data_id, collection_id) select token_data_id, collection_id from before_it;
  end if;
  return null;
end
$$;
create trigger queue_list_items_of_new after insert on market.token_rarity
  referencing new table as after_it for each statement execute function market.queue_list_items_of_ranks();
create trigger queue_list_items after update on market.token_rarity
  referencing old table as before_it new table as after_it for each statement execute function market.queue_list_items_of_ranks();
create trigger queue_list_items_of_gone after delete on market.token_rarity
  referencing old table as before_it for each statement execute function market.queue_list_items_of_ranks();

-- A name is shown wherever its account holds something.
create function market.queue_list_items_of_names() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'current_ans_lookup_v2' then
    insert into market.token_list_item_queue (token_data_id, collection_id)
      select h.token_data_id, h.collection_id from after_it a
      join chain.current_ans_primary_name_v2 p on p.domain = a.domain and coalesce(p.subdomain, '') = a.subdomain
        and p.token_standard = a.token_standard
      join market.token_holders h on h.holder = p.registered_address;
  else
    insert into market.token_list_item_queue (token_data_id, collection_id)
      select h.token_data_id, h.collection_id from after_it a join market.token_holders h on h.holder = a.registered_address;
  end if;
  return null;
end
$$;
create trigger queue_list_items_of_new after insert on chain.current_ans_primary_name_v2
  referencing new table as after_it for each statement execute function market.queue_list_items_of_names();
create trigger queue_list_items after update on chain.current_ans_primary_name_v2
  referencing new table as after_it for each statement execute function market.queue_list_items_of_names();
create trigger queue_list_items_of_new after insert on chain.current_ans_lookup_v2
  referencing new table as after_it for each statement execute function market.queue_list_items_of_names();
create trigger queue_list_items after update on chain.current_ans_lookup_v2
  referencing new table as after_it for each statement execute function market.queue_list_items_of_names();

-- Search of collections by name -------------------------------------------------------------------------------------

-- Names that collections are searched by, with the volume that orders the results. Maintained by triggers, so that writers of
-- collections and stats need not know of it.
create table market.collection_names (
  collection_id text primary key,
  -- Lower case.
  folded text not null,
  volume_octas numeric(30, 0) not null default 0
);
-- Beginnings of words, substrings of three letters and more, and similar names.
create index collection_names_words on market.collection_names using gin (to_tsvector('simple', folded));
create index collection_names_parts on market.collection_names using gin (folded gin_trgm_ops);
create index collection_names_by_volume on market.collection_names (volume_octas desc, collection_id desc);

create function market.sync_collection_names() returns trigger language plpgsql as $$
begin
  insert into market.collection_names as stored (collection_id, folded, volume_octas)
    select c.collection_id, lower(c.collection_name), coalesce(s.volume_all_octas, 0)
    from changed c left join market.collection_stats s using (collection_id)
    on conflict (collection_id) do update set folded = excluded.folded where stored.folded <> excluded.folded;
  return null;
end
$$;
create trigger sync_names_of_new after insert on chain.current_collections_v2
  referencing new table as changed for each statement execute function market.sync_collection_names();
create trigger sync_names_of_known after update on chain.current_collections_v2
  referencing new table as changed for each statement execute function market.sync_collection_names();

create function market.drop_collection_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate market.collection_names;
  else
    delete from market.collection_names using gone where collection_names.collection_id = gone.collection_id;
  end if;
  return null;
end
$$;
create trigger drop_names_of_gone after delete on chain.current_collections_v2
  referencing old table as gone for each statement execute function market.drop_collection_names();
create trigger drop_names after truncate on chain.current_collections_v2
  for each statement execute function market.drop_collection_names();

-- A row trigger: most changes of stats leave the volume as it was, which its condition finds out.
create function market.sync_collection_volumes() returns trigger language plpgsql as $$
begin
  update market.collection_names set volume_octas = new.volume_all_octas
    where collection_id = new.collection_id and volume_octas <> new.volume_all_octas;
  return null;
end
$$;
create trigger sync_volumes_of_new after insert on market.collection_stats
  for each row when (new.volume_all_octas <> 0) execute function market.sync_collection_volumes();
create trigger sync_volumes_of_known after update on market.collection_stats
  for each row when (new.volume_all_octas <> old.volume_all_octas) execute function market.sync_collection_volumes();

-- Change feed -------------------------------------------------------------------------------------------------------

-- Changes in the order of writing: the API turns them into live messages and serves them to clients that reconnect.
create table market.change_feed (
  id bigint generated always as identity primary key,
  version bigint not null,
  at_micros bigint not null,
  collection_id text,
  kind text not null check (kind in ('activity', 'floor_change', 'volume_change', 'bid_change', 'tokens_change',
    'claims_change')),
  payload jsonb not null
);
create index on market.change_feed (collection_id, id);
