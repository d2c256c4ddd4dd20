-- Ownership events from before 0010 do not say whether the token was frozen, and transactions from before 0011 and 0012 have written no
-- token stores: all of them are derived again from the raw rows.
insert into chain.rebuilds_due
  select 'frozen tokens and token stores' where exists (select from chain.transactions) on conflict do nothing;
