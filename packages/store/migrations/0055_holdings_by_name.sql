-- What a wallet holds is walked by name in an index, however much it is. Of its name a holding has what it is ordered by: the beginning,
-- with numbers padded to ten digits, which puts "Ape #9" before "Ape #10". A name of more than five numbers stays as it is: padding 64 numbers
-- in each of 10,000 names takes seconds. Chain text may be of any length, and an entry must fit into a page.
create function market.name_key(name text) returns text language sql immutable parallel safe as $$
  select "left"(case when name ~ '(?:[0-9]+[^0-9]+){5}[0-9]' then name
    else regexp_replace(regexp_replace(name, '([0-9]+)', '0000000000\1', 'g'), '0*([0-9]{10})', '\1', 'g') end, 200)
$$;

alter table market.token_holders add column name_key text collate "C" not null default '';
comment on column market.token_holders.name_key is 'What holdings are ordered by name by: its beginning, with numbers padded.';

create function market.name_holding() returns trigger language plpgsql as $$
begin
  new.name_key := coalesce((select market.name_key(t.token_name) from chain.current_token_datas_v2 t
    where t.token_data_id = new.token_data_id), '');
  return new;
end
$$;
create trigger name_holding before insert on market.token_holders for each row execute function market.name_holding();

create function market.rename_holdings() returns trigger language plpgsql as $$
begin
  update market.token_holders set name_key = market.name_key(new.token_name)
    where token_data_id = new.token_data_id and name_key <> market.name_key(new.token_name);
  return null;
end
$$;
create trigger rename_holdings_of_new after insert on chain.current_token_datas_v2
  for each row execute function market.rename_holdings();
create trigger rename_holdings_of_known after update on chain.current_token_datas_v2
  for each row when (new.token_name <> old.token_name) execute function market.rename_holdings();

-- Names all holdings, where they were written without the triggers.
create function market.name_holdings() returns void language sql as $$
  update market.token_holders h set name_key = market.name_key(t.token_name) from chain.current_token_datas_v2 t
    where t.token_data_id = h.token_data_id and h.name_key <> market.name_key(t.token_name);
$$;
