-- Documents that somebody asked to have fetched again. The api writes what is asked; the fetcher of the indexer takes it.
create table account.metadata_requests (
  uri text primary key,
  asked_at timestamptz not null default now(),
  -- Null: still to be put on the queue.
  taken_at timestamptz
);
create index on account.metadata_requests (asked_at) where taken_at is null;
