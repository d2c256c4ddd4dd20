-- Offers of v1 tokens (0x3::token_transfers), Aptos' names and columns.
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
