-- What a wallet is told of. Only wallets that have signed in once are told anything: of others nothing is kept.
create table account.notification_wallets (
  wallet text primary key,
  since timestamptz not null default now()
);
insert into account.notification_wallets (wallet) select distinct wallet from account.sessions;

-- `cause` says what happened, so that it is told once, however often it is read.
create table account.notifications (
  id bigint generated always as identity primary key,
  wallet text not null,
  type text not null
    check (type in ('sold', 'outbid', 'offer-received', 'offer-expiring', 'listing-invalid', 'floor-moved')),
  cause text not null,
  version bigint,
  at_micros bigint not null,
  collection_id text,
  token_data_id text,
  marketplace text,
  order_id text,
  other_wallet text,
  price_octas numeric(20, 0),
  old_price_octas numeric(20, 0),
  expires_at_seconds numeric(20, 0),
  is_read boolean not null default false,
  made_at timestamptz not null default now(),
  unique (wallet, type, cause)
);
create index on account.notifications (wallet, id);
create index on account.notifications (wallet) where not is_read;
create index on account.notifications (made_at);

-- What a wallet wants otherwise than it is by default. The threshold is for 'floor-moved'.
create table account.notification_settings (
  wallet text not null,
  type text not null,
  is_on boolean not null,
  threshold_bps integer check (threshold_bps between 1 and 1000000),
  primary key (wallet, type)
);

-- The floor of a favourite against which its next move is measured: what it was when the wallet was last told.
create table account.notification_floors (
  wallet text not null,
  collection_id text not null,
  floor_octas numeric(20, 0) not null,
  primary key (wallet, collection_id)
);

-- Up to which row the change feed has been turned into notifications. Whoever does it locks the row: one at a time.
create table account.notification_progress (
  is_only boolean primary key default true check (is_only),
  change_id bigint not null
);
insert into account.notification_progress (change_id) select coalesce(max(id), 0) from market.change_feed;
