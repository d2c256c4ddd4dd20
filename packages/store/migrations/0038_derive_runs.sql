-- What is derived from a past that was written raw, and how far that is. A program that derives it holds the newest run; the writes of an
-- older one find that theirs is over.
create table chain.derive_runs (
  stream text primary key,
  run bigint not null,
  step text not null,
  -- The first version whose logs are not written yet.
  next_version bigint not null
);
