-- Sums of payments up to each: what two wallets have paid each other in half a year is the difference of two, however often they paid.
alter table market.fundings add column total_octas numeric(40, 0);
update market.fundings f set total_octas = summed.total from (
  select payer, payee, version, sum(octas) over (partition by payer, payee order by version) as total from market.fundings
) summed
where f.payer = summed.payer and f.payee = summed.payee and f.version = summed.version;
alter table market.fundings alter column total_octas set not null;
create index fundings_by_time on market.fundings (payer, payee, at_micros, version);
-- A payment asks for the sales behind it alone.
create index on market.sales (seller, buyer, version);
drop index market.sales_seller_buyer_idx;
