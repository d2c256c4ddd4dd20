-- State of the ledger beside tokens and orders, under Aptos' own indexer's names and columns: names, coins and fungible
-- assets, objects. Written from the stream, as far as the configured scope goes; not made again by a rebuild.

-- Names of the Aptos Name Service --------------------------------------------------------------------------------

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

-- Names that somebody owns, with their tokens' owners: what the Aptos SDK asks for.
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

-- Coins and fungible assets ----------------------------------------------------------------------------------------

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

-- Both parts of a balance in one row. Grouped by owner too, so that a question about an owner uses the index.
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
    -- Of two parts the newer speaks; of two that are as new, the asset's.
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

-- Objects ------------------------------------------------------------------------------------------------------------

-- What was last written, and when it was last deleted, apart: a deletion that arrives before what it deletes is not lost.
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

-- Every resource written to an object, and every deletion (whose own columns are then null), when that is in scope.
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

-- A deletion shows what the object last was; one of an object never seen shows nothing.
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

-- The processors of Aptos' own indexer whose tables are here follow our one checkpoint, names too.
create or replace view chain.processor_status as
select
  processor,
  greatest(next_version - 1, 0) as last_success_version,
  updated_at at time zone 'utc' as last_updated,
  timestamp 'epoch' + last_timestamp_micros * interval '1 microsecond' as last_transaction_timestamp
from chain.checkpoints
cross join unnest(array[
  'token_v2_processor', 'fungible_asset_processor', 'account_transactions_processor', 'ans_processor',
  'objects_processor', 'default_processor', 'stake_processor', 'events_processor', 'user_transaction_processor'
]) as processor
where stream = 'main';
