-- Every payment between two wallets, not only whether there was one: what ties a sale is weighed against its price. The pairs from
-- before have no amounts, so they say nothing; sales flagged by them stay so until they are derived again.
drop table market.fundings;
create table market.fundings (
  payer text not null,
  payee text not null,
  version bigint not null,
  octas numeric(20, 0) not null check (octas > 0),
  at_micros bigint not null,
  primary key (payer, payee, version)
);
