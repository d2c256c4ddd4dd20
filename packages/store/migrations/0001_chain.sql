-- Rows of the chain: raw transactions, events and changes (append-only), and the state of tokens, names, assets and objects under
-- the names and columns of Aptos' own indexer.
-- Addresses are text, `0x` + 64 lower-case hex digits. Amounts are octas. Chain time is microseconds in bigint in our own tables,
-- `timestamp` (UTC) where Aptos' tables have it. src/schema says for each table what a row means and who writes it.
--
-- Text written by strangers is bounded in bytes wherever an index holds it: a b-tree row has at most 2,704 bytes, and a longer one
-- fails the statement that writes it.
--   market.images (src), market.metadata (uri), account.metadata_requests (uri)   2,048 bytes, by checks
--   market.token_list_items (name, image)                       128 characters and 1,500 bytes as JSON, projections/token-list-items
--   chain.current_collections_v2 (collection_name)         512 bytes, packages/chain/src/tokens/bounds; 128 on chain
--   market.collection_names (words and parts of names)     inverted: an entry is a word of at most 2,046 bytes, or three letters
--   chain.current_token_datas_v2 (token_uri, token_name), market.metadata (image)  hash indexes, which hold four bytes
--   chain.current_ans_* (domain, subdomain, token_name)    63 letters each, by the contracts of names
--   chain.fungible_* (asset_type), coin types              1,000 characters of ASCII, packages/chain/src/fungible/coin-type
--   order, listing and offer ids                           addresses and numbers, as adapters decode them
--   marketplace ids, kinds, states                         our own constants

-- Requires the extensions, which a database owner may create: both are trusted.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema chain;

-- Streams -----------------------------------------------------------------------------------------------------------

-- Position of each stream, written in the same transaction as its rows.
create table chain.checkpoints (
  stream text primary key,
  chain_id integer not null,
  next_version bigint not null,
  last_timestamp_micros bigint,
  updated_at timestamptz not null default now()
);

-- The Aptos SDK polls this until its version has arrived; every processor that it may name follows our one checkpoint.
create view chain.processor_status as
select
  processor,
  greatest(next_version - 1, 0) as last_success_version,
  updated_at at time zone 'utc' as last_updated,
  timestamp 'epoch' + last_timestamp_micros * interval '1 microsecond' as last_transaction_timestamp
from chain.checkpoints
cross join unnest(array[
  'token_v2_processor', 'fungible_asset_processor', 'account_transactions_processor', 'ans_processor',
  'objects_processor', 'default_processor', 'stake_processor', 'events_processor', 'user_transaction_processor',
  'account_restoration_processor'
]) as processor
where stream = 'main';

-- The event at which a marketplace stopped because it could not be decoded; later events wait for a fixed decoder.
create table chain.decode_stops (
  marketplace text primary key,
  version bigint not null,
  event_index integer not null,
  event_type text not null,
  message text not null,
  stopped_at timestamptz not null default now()
);

-- A marketplace that resumes after a stop: its events from this version on are being derived, one part at a time.
create table chain.decode_resumes (
  marketplace text primary key,
  next_version bigint not null
);

-- Reasons why the raw rows must be derived again; inserted by a migration whose new tables old rows have yet to fill.
create table chain.rebuilds_due (reason text primary key);

-- Raw rows, append-only ---------------------------------------------------------------------------------------------

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

-- Tokens ------------------------------------------------------------------------------------------------------------

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

-- Rewritten often while indexed columns stay: free room on each page avoids index updates (fillfactor).
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
) with (fillfactor = 85);
-- Tokens that are not burned are counted, and walked by id, in the index alone.
create index current_token_datas_v2_of_collection on chain.current_token_datas_v2 (collection_id, token_data_id) include (is_deleted_v2);
-- From a fetched address to the collections whose traits it changes.
create index on chain.current_token_datas_v2 using hash (token_uri);
-- Tokens are asked for by their exact name.
create index on chain.current_token_datas_v2 using hash (token_name);

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

-- Offers of v1 tokens (0x3::token_transfers).
create table chain.current_token_pending_claims (
  token_data_id_hash text not null,
  property_version numeric not null,
  from_address text not null,
  to_address text not null,
  collection_data_id_hash text not null,
  creator_address text not null,
  collection_name text not null,
  name text not null,
  amount numeric not null,
  table_handle text not null,
  token_data_id text not null,
  collection_id text not null,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now(),
  primary key (token_data_id_hash, property_version, from_address, to_address)
);
create index on chain.current_token_pending_claims (to_address) where amount > 0;
create index on chain.current_token_pending_claims (from_address) where amount > 0;

-- Names of the Aptos Name Service -----------------------------------------------------------------------------------

create table chain.current_ans_lookup_v2 (
  domain text not null,
  subdomain text not null,
  token_standard text not null,
  token_name text not null,
  registered_address text,
  expiration_timestamp timestamp not null,
  is_deleted boolean not null,
  subdomain_expiration_policy bigint,
  token_data_id text,
  last_transaction_version bigint not null,
  inserted_at timestamp not null default now(),
  primary key (domain, subdomain, token_standard)
);
create index on chain.current_ans_lookup_v2 (registered_address);
create index on chain.current_ans_lookup_v2 (token_data_id);

create table chain.current_ans_primary_name_v2 (
  registered_address text not null,
  token_standard text not null,
  domain text,
  subdomain text,
  token_name text,
  is_deleted boolean not null,
  last_transaction_version bigint not null,
  inserted_at timestamp not null default now(),
  primary key (registered_address, token_standard)
);
create index on chain.current_ans_primary_name_v2 (token_name) where not is_deleted;
create index current_ans_primary_name_v2_of_name on chain.current_ans_primary_name_v2 (domain, subdomain);

-- Names with an owner, with the owners of their tokens: the view that the Aptos SDK queries.
create view chain.current_aptos_names as
select
  name.domain,
  name.domain || '.apt' as domain_with_suffix,
  name.subdomain,
  name.token_name,
  name.token_standard,
  name.registered_address,
  name.expiration_timestamp,
  name.subdomain_expiration_policy,
  parent.expiration_timestamp as domain_expiration_timestamp,
  name.token_data_id,
  token.owner_address,
  named.registered_address is not null as is_primary,
  greatest(name.last_transaction_version, named.last_transaction_version) as last_transaction_version
from chain.current_ans_lookup_v2 name
join chain.current_token_ownerships_v2 token on token.token_data_id = name.token_data_id and token.amount > 0
left join chain.current_ans_primary_name_v2 named
  on named.registered_address = name.registered_address and named.token_standard = name.token_standard
  and named.token_name = name.token_name and not named.is_deleted
left join chain.current_ans_lookup_v2 parent
  on parent.domain = name.domain and parent.subdomain = '' and parent.token_standard = name.token_standard
where not name.is_deleted;

-- Coins and fungible assets -----------------------------------------------------------------------------------------

-- A coin store (v1) and a store of the paired asset (v2) of one owner share one storage id.
create table chain.fungible_stores (
  storage_id text not null,
  token_standard text not null,
  owner_address text not null,
  asset_type text not null,
  is_primary boolean not null,
  is_frozen boolean not null,
  amount numeric not null,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now(),
  primary key (storage_id, token_standard)
);
create index on chain.fungible_stores (owner_address);
create index on chain.fungible_stores (asset_type);

create table chain.coin_pairs (
  metadata_address text primary key,
  coin_type text not null
);
insert into chain.coin_pairs
values ('0x000000000000000000000000000000000000000000000000000000000000000a', '0x1::aptos_coin::AptosCoin');

-- Both parts of a balance in one row. Grouped by owner too, so that a query by owner uses the index.
create view chain.current_fungible_asset_balances as
select
  storage_id,
  owner_address,
  asset_type_v1,
  asset_type_v2,
  coalesce(asset_type_v1, asset_type_v2) as asset_type,
  is_primary,
  is_frozen,
  amount_v1,
  amount_v2,
  coalesce(amount_v1, 0) + coalesce(amount_v2, 0) as amount,
  last_transaction_version_v1,
  last_transaction_version_v2,
  greatest(last_transaction_version_v1, last_transaction_version_v2) as last_transaction_version,
  last_transaction_timestamp_v1,
  last_transaction_timestamp_v2,
  greatest(last_transaction_timestamp_v1, last_transaction_timestamp_v2) as last_transaction_timestamp,
  case when asset_type_v1 is null then 'v2' else 'v1' end as token_standard
from (
  select
    store.storage_id,
    store.owner_address,
    coalesce(max(store.asset_type) filter (where store.token_standard = 'v1'), max(pair.coin_type)) as asset_type_v1,
    max(store.asset_type) filter (where store.token_standard = 'v2') as asset_type_v2,
    -- The newer part decides; of two equally new, the asset's.
    (array_agg(store.is_primary order by store.last_transaction_version desc, store.token_standard desc))[1] as is_primary,
    (array_agg(store.is_frozen order by store.last_transaction_version desc, store.token_standard desc))[1] as is_frozen,
    max(store.amount) filter (where store.token_standard = 'v1') as amount_v1,
    max(store.amount) filter (where store.token_standard = 'v2') as amount_v2,
    max(store.last_transaction_version) filter (where store.token_standard = 'v1') as last_transaction_version_v1,
    max(store.last_transaction_version) filter (where store.token_standard = 'v2') as last_transaction_version_v2,
    max(store.last_transaction_timestamp) filter (where store.token_standard = 'v1') as last_transaction_timestamp_v1,
    max(store.last_transaction_timestamp) filter (where store.token_standard = 'v2') as last_transaction_timestamp_v2
  from chain.fungible_stores store
  left join chain.coin_pairs pair on store.token_standard = 'v2' and pair.metadata_address = store.asset_type
  group by store.storage_id, store.owner_address
) as parts;

create table chain.fungible_asset_activities (
  transaction_version bigint not null,
  event_index bigint not null,
  owner_address text,
  storage_id text not null,
  asset_type text,
  is_frozen boolean,
  amount numeric,
  type text not null,
  is_gas_fee boolean not null,
  gas_fee_payer_address text,
  is_transaction_success boolean not null,
  entry_function_id_str text,
  block_height bigint not null,
  token_standard text not null,
  transaction_timestamp timestamp not null,
  storage_refund_amount numeric not null,
  inserted_at timestamp not null default now(),
  primary key (transaction_version, event_index)
);
create index on chain.fungible_asset_activities (owner_address, transaction_version desc);
create index on chain.fungible_asset_activities (asset_type, transaction_version desc);

create table chain.fungible_asset_metadata (
  asset_type text primary key,
  creator_address text not null,
  name text not null,
  symbol text not null,
  decimals integer not null,
  icon_uri text,
  project_uri text,
  supply_aggregator_table_handle_v1 text,
  supply_aggregator_table_key_v1 text,
  token_standard text not null,
  is_token_v2 boolean,
  supply_v2 numeric,
  maximum_v2 numeric,
  last_transaction_version bigint not null,
  last_transaction_timestamp timestamp not null,
  inserted_at timestamp not null default now()
);
create index on chain.fungible_asset_metadata (creator_address);

-- Objects -----------------------------------------------------------------------------------------------------------

-- Last write and last deletion are separate rows, so that a deletion that arrives before its write is not lost.
create table chain.object_states (
  object_address text primary key,
  owner_address text not null,
  state_key_hash text not null,
  guid_creation_num numeric not null,
  allow_ungated_transfer boolean not null,
  untransferrable boolean not null,
  written_version bigint not null,
  inserted_at timestamp not null default now()
);
create index on chain.object_states (owner_address);

create table chain.object_deletions (
  object_address text primary key,
  deleted_version bigint not null
);

create view chain.current_objects as
select
  state.object_address,
  state.owner_address,
  state.state_key_hash,
  state.allow_ungated_transfer,
  state.guid_creation_num as last_guid_creation_num,
  greatest(state.written_version, deletion.deleted_version) as last_transaction_version,
  coalesce(deletion.deleted_version > state.written_version, false) as is_deleted,
  state.untransferrable
from chain.object_states state
left join chain.object_deletions deletion using (object_address);

-- Every resource written to an object and every deletion (its own columns are then null), where the scope includes them.
create table chain.object_changes (
  transaction_version bigint not null,
  write_set_change_index bigint not null,
  object_address text not null,
  state_key_hash text not null,
  owner_address text,
  guid_creation_num numeric,
  allow_ungated_transfer boolean,
  untransferrable boolean,
  is_deleted boolean not null,
  primary key (transaction_version, write_set_change_index)
);
create index on chain.object_changes (object_address, transaction_version);

-- A deletion shows the object's last state; a deletion of an object never seen shows nothing.
create view chain.objects as
select
  change.transaction_version,
  change.write_set_change_index,
  change.object_address,
  coalesce(change.owner_address, before.owner_address) as owner_address,
  change.state_key_hash,
  coalesce(change.guid_creation_num, before.guid_creation_num) as guid_creation_num,
  coalesce(change.allow_ungated_transfer, before.allow_ungated_transfer) as allow_ungated_transfer,
  change.is_deleted,
  coalesce(change.untransferrable, before.untransferrable) as untransferrable
from chain.object_changes change
left join lateral (
  select earlier.* from chain.object_changes earlier
  where change.is_deleted and not earlier.is_deleted and earlier.object_address = change.object_address
    and (earlier.transaction_version, earlier.write_set_change_index) < (change.transaction_version, change.write_set_change_index)
  order by earlier.transaction_version desc, earlier.write_set_change_index desc
  limit 1
) as before on true
where not change.is_deleted or before.object_address is not null;

-- User transactions, keys and tables --------------------------------------------------------------------------------

-- User transactions, the keys of their senders and the tables they write, where the scope includes them.
create table chain.user_transactions (
  version bigint primary key,
  block_height bigint not null,
  sender text not null,
  sequence_number bigint,
  max_gas_amount numeric not null,
  gas_unit_price numeric not null,
  expiration_timestamp_secs timestamp not null,
  parent_signature_type text not null,
  entry_function_id_str text,
  entry_function_contract_address text,
  entry_function_module_name text,
  entry_function_function_name text,
  epoch bigint not null,
  timestamp timestamp not null
);
create index on chain.user_transactions (sender, version desc);

-- The newest key that an account signed with, where the account is not found by its key alone.
create table chain.auth_key_account_addresses (
  account_address text primary key,
  auth_key text not null,
  is_auth_key_used boolean not null,
  last_transaction_version bigint not null
);
create index on chain.auth_key_account_addresses (auth_key);

-- The parts of a multi-key. A part that has signed once stays marked as used.
create table chain.public_key_auth_keys (
  public_key text not null,
  public_key_type text not null,
  auth_key text not null,
  account_public_key text not null,
  signature_type text not null,
  is_public_key_used boolean not null,
  last_transaction_version bigint not null,
  primary key (public_key, public_key_type, auth_key)
);

create table chain.table_items (
  transaction_version bigint not null,
  write_set_change_index bigint not null,
  table_handle text not null,
  key text not null,
  decoded_key jsonb not null,
  decoded_value jsonb,
  is_deleted boolean not null,
  primary key (transaction_version, write_set_change_index)
);
create index on chain.table_items (table_handle, transaction_version desc);

create table chain.table_metadatas (
  handle text primary key,
  key_type text not null,
  value_type text not null
);
