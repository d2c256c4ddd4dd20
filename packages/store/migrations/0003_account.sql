-- Rows that belong to users and operators: no rebuild touches them, and backups hold them.

create schema account;

-- Sessions ----------------------------------------------------------------------------------------------------------

-- Pending sign-ins. The wallet signs `message`; the first response, right or wrong, deletes the row.
create table account.sign_in_challenges (
  nonce text primary key,
  wallet text not null,
  message text not null,
  expires_at timestamptz not null
);
create index on account.sign_in_challenges (expires_at);
create index on account.sign_in_challenges (wallet);

-- Open sessions. Only the SHA-256 of the cookie's token is stored, so that no row can be used to sign in.
create table account.sessions (
  token_hash text primary key,
  wallet text not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null
);
create index on account.sessions (wallet);
create index on account.sessions (expires_at);

-- Collections -------------------------------------------------------------------------------------------------------

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

-- Reports about collections. The operator decides; reason and decision are public.
create table account.flag_requests (
  id bigint generated always as identity primary key,
  collection_id text not null,
  wallet text not null,
  reason text not null,
  remarks text not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  decision text,
  asked_at timestamptz not null,
  decided_at timestamptz
);
create unique index on account.flag_requests (wallet, collection_id) where status = 'open';
create index on account.flag_requests (collection_id, id);

-- Requests to the indexer -------------------------------------------------------------------------------------------

-- Events that operators told the indexer to skip. They outlive the stop: a rebuild would meet them again.
create table account.decode_skips (
  marketplace text not null,
  version bigint not null,
  event_index integer not null,
  event_type text not null,
  message text not null,
  skipped_by text not null check (skipped_by <> ''),
  reason text not null check (reason <> ''),
  skipped_at timestamptz not null default now(),
  primary key (marketplace, version, event_index)
);

-- Documents that users asked to have fetched again. Written by the API, taken by the indexer's fetcher.
create table account.metadata_requests (
  uri text primary key,
  asked_at timestamptz not null default now(),
  -- Null: not queued yet.
  taken_at timestamptz,
  constraint metadata_requests_uri_bytes check (octet_length(uri) <= 2048)
);
create index on account.metadata_requests (asked_at) where taken_at is null;

-- Notifications -----------------------------------------------------------------------------------------------------

-- Wallets that get notifications: those that have signed in.
create table account.notification_wallets (
  wallet text primary key,
  since timestamptz not null default now(),
  -- Last session opened: wallets that never return are swept.
  seen_at timestamptz not null default now()
);
create index on account.notification_wallets (seen_at);

-- `cause` identifies the event, so that each notification is written once, however often the feed is read.
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

-- Settings that differ from the defaults. The threshold applies to `floor-moved`.
create table account.notification_settings (
  wallet text not null,
  type text not null,
  is_on boolean not null,
  threshold_bps integer check (threshold_bps between 1 and 1000000),
  primary key (wallet, type)
);

-- Floor of a favourite at its last notification, against which the next move is measured.
create table account.notification_floors (
  wallet text not null,
  collection_id text not null,
  floor_octas numeric(20, 0) not null,
  primary key (wallet, collection_id)
);

-- Position in the change feed up to which notifications are written. The writer locks the row: one at a time.
create table account.notification_progress (
  is_only boolean primary key default true check (is_only),
  change_id bigint not null
);
insert into account.notification_progress (change_id) values (0);
