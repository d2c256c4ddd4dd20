-- Each activity says which transaction it is of: a page of fifty would look up fifty otherwise. All rows are written anew, once, since
-- changing them one by one would leave the table twice as large.
set local maintenance_work_mem = '512MB';
alter table market.activities add column transaction_hash text;
create function market.hash_of_version(of_version bigint) returns text language sql stable as $$
  select hash from chain.transactions where version = of_version
$$;
alter table market.activities alter column transaction_hash type text using market.hash_of_version(version);
drop function market.hash_of_version;
