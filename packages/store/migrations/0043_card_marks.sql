-- A number that grows whenever the name or the picture of a token of the collection changes: whoever keeps them in memory sees by it
-- whether they still hold. None stands here before the first change.
create sequence market.card_mark;
create table market.card_marks (
  collection_id text primary key,
  mark bigint not null
);
