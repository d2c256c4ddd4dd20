-- A far-behind store is filled in two strokes: first only raw rows, range by range, then what is derived from them.
-- Everything from from_version to before next_version is in the raw tables; the ranges of a stream follow each other without a gap.
create table chain.raw_ranges (
  stream text not null,
  from_version bigint not null,
  to_version bigint not null,
  next_version bigint not null,
  chain_id integer not null,
  last_timestamp_micros bigint,
  primary key (stream, from_version),
  check (from_version < to_version and next_version between from_version and to_version)
);
