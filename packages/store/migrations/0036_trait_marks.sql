-- How often a collection has been ranked. With what waits to be ranked it says whether its traits may have changed, at a glance:
-- whatever changes traits or ranks is queued for ranking in the same transaction.
create table market.trait_marks (
  collection_id text primary key,
  rankings bigint not null
);
