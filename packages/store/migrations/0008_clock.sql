-- Up to when offers were asked for their expiry: chain time, or the clock on the wall where nothing happens on chain.
create table market.clock (
  is_only boolean primary key default true check (is_only),
  settled_micros bigint not null
);
insert into market.clock (settled_micros) values (0);
