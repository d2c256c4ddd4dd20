-- What operators told the indexer to pass over: it outlives the stop, which a rebuild would otherwise meet again.
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
