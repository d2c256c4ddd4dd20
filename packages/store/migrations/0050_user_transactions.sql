-- User transactions, the keys of their senders and the tables they write, under Aptos' own indexer's names and columns.
-- Written from the stream where the configured scope says so; not made again by a rebuild.

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

-- The keys that make up a key of several. One that has signed once counts as used for good.
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

create or replace view chain.processor_status as
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
