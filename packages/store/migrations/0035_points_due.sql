-- Collections whose floor moved while they had more orders than one batch compares: the points of all of them are compared in parts, from
-- this hour on, in turn with those of other collections.
create table market.points_due (
  collection_id text primary key,
  hour_micros bigint not null,
  -- Another move came after the first part: from its hour on they are compared once more.
  again_micros bigint,
  -- The last order that was compared; empty at the beginning.
  rule text not null default '',
  marketplace text not null default '',
  order_id text not null default '',
  turn bigint generated always as identity
);
