-- Transactions whose rows the database refused for what they hold: the index went on without what is derived of them.
create table chain.unwritten_transactions (
  version bigint primary key,
  sqlstate text not null,
  message text not null check (length(message) <= 500),
  noted_at timestamptz not null default now()
);
create index unwritten_transactions_noted_at on chain.unwritten_transactions (noted_at);
