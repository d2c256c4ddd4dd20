-- How many items of a collection a wallet holds. Owners of a collection, and the collections of a wallet, are walked here, however many
-- tokens each of them has. Triggers keep the sums exact, whoever writes the holders.
create table market.collection_holders (
  wallet text not null,
  -- Empty while the collection of the tokens is not known.
  collection_id text not null,
  amount numeric not null,
  -- Tokens, each edition counted.
  editions bigint not null,
  primary key (wallet, collection_id) include (amount, editions)
);
-- Owners, most items first.
create index collection_holders_by_amount on market.collection_holders (collection_id, amount desc, wallet desc);

create function market.add_holders(sums market.collection_holders[]) returns void language plpgsql as $$
begin
  insert into market.collection_holders as stored
    select * from unnest(sums) s where s.amount <> 0 or s.editions <> 0 order by wallet, collection_id
    on conflict (wallet, collection_id) do update
      set amount = stored.amount + excluded.amount, editions = stored.editions + excluded.editions;
  delete from market.collection_holders h using unnest(sums) s
    where s.editions < 0 and h.wallet = s.wallet and h.collection_id = s.collection_id and h.editions = 0;
end
$$;

create function market.sum_holders_of_new() returns trigger language plpgsql as $$
begin
  if market.derives_past() then return null; end if;
  perform market.add_holders(array(
    select row(holder, coalesce(collection_id, ''), sum(amount), count(*))::market.collection_holders
    from after_it where amount > 0 group by holder, collection_id));
  return null;
end
$$;
create trigger sum_holders_of_new after insert on market.token_holders
  referencing new table as after_it for each statement execute function market.sum_holders_of_new();

create function market.sum_holders_of_gone() returns trigger language plpgsql as $$
begin
  if market.derives_past() then return null; end if;
  perform market.add_holders(array(
    select row(holder, coalesce(collection_id, ''), -sum(amount), -count(*))::market.collection_holders
    from before_it where amount > 0 group by holder, collection_id));
  return null;
end
$$;
create trigger sum_holders_of_gone after delete on market.token_holders
  referencing old table as before_it for each statement execute function market.sum_holders_of_gone();

create function market.sum_holders_of_changed() returns trigger language plpgsql as $$
begin
  if market.derives_past() then return null; end if;
  perform market.add_holders(array(
    select row(holder, coalesce(collection_id, ''), sum(amount), sum(editions))::market.collection_holders
    from (
      select holder, collection_id, amount, 1 as editions from after_it where amount > 0
      union all
      select holder, collection_id, -amount, -1 from before_it where amount > 0
    ) changes group by holder, collection_id));
  return null;
end
$$;
create trigger sum_holders_of_changed after update on market.token_holders
  referencing old table as before_it new table as after_it for each statement execute function market.sum_holders_of_changed();

-- Makes all sums from the holders.
create function market.fill_collection_holders() returns void language sql as $$
  delete from market.collection_holders;
  insert into market.collection_holders (wallet, collection_id, amount, editions)
    select holder, coalesce(collection_id, ''), sum(amount), count(*) from market.token_holders
    where amount > 0 group by holder, collection_id;
$$;

select market.fill_collection_holders() where exists (select from market.token_holders);
analyze market.collection_holders;

-- Owners are no longer added up.
drop index market.token_holders_of_collection;
