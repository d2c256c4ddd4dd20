-- Rankings by points walk an index of what wallets earned by buying; only wallets whose orders earn are added up. Points within the last
-- day, week and month are stored as of the hour of market.window_hour; a question at any time corrects them by the hours between.
create table market.wallet_points (
  wallet text primary key,
  -- Listings on other marketplaces that the wallet can take back. Any of them halves its total.
  elsewhere bigint not null default 0,
  season_micros numeric(40, 0) not null default 0,
  day_micros numeric(40, 0) not null default 0,
  week_micros numeric(40, 0) not null default 0,
  month_micros numeric(40, 0) not null default 0,
  season_total numeric(40, 0) not null
    generated always as (case when elsewhere > 0 then div(season_micros, 2) else season_micros end) stored,
  day_total numeric(40, 0) not null
    generated always as (case when elsewhere > 0 then div(day_micros, 2) else day_micros end) stored,
  week_total numeric(40, 0) not null
    generated always as (case when elsewhere > 0 then div(week_micros, 2) else week_micros end) stored,
  month_total numeric(40, 0) not null
    generated always as (case when elsewhere > 0 then div(month_micros, 2) else month_micros end) stored
) with (fillfactor = 85);
create index wallet_points_by_season on market.wallet_points (season_total desc, wallet) where season_micros > 0;
create index wallet_points_by_day on market.wallet_points (day_total desc, wallet) where day_micros > 0;
create index wallet_points_by_week on market.wallet_points (week_total desc, wallet) where week_micros > 0;
create index wallet_points_by_month on market.wallet_points (month_total desc, wallet) where month_micros > 0;
create index wallet_points_empty on market.wallet_points (wallet) where season_micros = 0 and elsewhere = 0;
-- Purchases and orders that ended or began lately, each on its own: a month holds far more purchases.
drop index market.points_ledger_coalesce_idx;
create index points_ledger_bought on market.points_ledger (coalesce(last_hour_micros, first_hour_micros)) where rule = 'buying';
create index points_ledger_ended on market.points_ledger (coalesce(last_hour_micros, first_hour_micros)) where rule <> 'buying';

-- Set by connections that write a whole past in parallel: sums are filled at its end, so that they do not wait for each other.
create function market.derives_past() returns boolean language sql stable as $$
  select coalesce(current_setting('opal.derives_past', true), '') = 'on'
$$;

create function market.add_bought(bought market.points_ledger[], sign integer) returns void language plpgsql as $$
declare
  as_of bigint;
begin
  if cardinality(bought) = 0 then return; end if;
  select hour_micros into as_of from market.window_hour for share;
  insert into market.wallet_points as stored (wallet, season_micros, day_micros, week_micros, month_micros)
    select b.wallet, sign * sum(b.points_micros),
      sign * coalesce(sum(b.points_micros) filter (where b.first_hour_micros >= as_of - 90000000000), 0),
      sign * coalesce(sum(b.points_micros) filter (where b.first_hour_micros >= as_of - 608400000000), 0),
      sign * coalesce(sum(b.points_micros) filter (where b.first_hour_micros >= as_of - 2595600000000), 0)
    from unnest(bought) b group by b.wallet order by b.wallet
    on conflict (wallet) do update set season_micros = stored.season_micros + excluded.season_micros,
      day_micros = stored.day_micros + excluded.day_micros, week_micros = stored.week_micros + excluded.week_micros,
      month_micros = stored.month_micros + excluded.month_micros;
  delete from market.wallet_points where season_micros = 0 and elsewhere = 0;
end
$$;

create or replace function market.add_points(sums market.points_totals[]) returns void language sql as $$
  insert into market.points_totals as t select * from unnest(sums) order by wallet, rule, collection_id
    on conflict (wallet, rule, collection_id) do update set ended_micros = t.ended_micros + excluded.ended_micros,
      hourly_micros = t.hourly_micros + excluded.hourly_micros, begun_micros = t.begun_micros + excluded.begun_micros;
  delete from market.points_totals where ended_micros = 0 and hourly_micros = 0;
$$;

create or replace function market.sum_points_of_new() returns trigger language plpgsql as $$
begin
  if market.derives_past() then return null; end if;
  perform market.add_points(array(
    select row(l.wallet, l.rule, market.points_collection(l),
      sum(market.points_ended(l)), sum(market.points_hourly(l)), sum(market.points_begun(l)))::market.points_totals
    from after_it l group by l.wallet, l.rule, market.points_collection(l)));
  perform market.add_bought(array(select l::market.points_ledger from after_it l where l.rule = 'buying' and l.points_micros > 0), 1);
  return null;
end
$$;

create or replace function market.sum_points_of_gone() returns trigger language plpgsql as $$
begin
  if market.derives_past() then return null; end if;
  perform market.add_points(array(
    select row(l.wallet, l.rule, market.points_collection(l),
      -sum(market.points_ended(l)), -sum(market.points_hourly(l)), -sum(market.points_begun(l)))::market.points_totals
    from before_it l group by l.wallet, l.rule, market.points_collection(l)));
  perform market.add_bought(array(select l::market.points_ledger from before_it l where l.rule = 'buying' and l.points_micros > 0), -1);
  return null;
end
$$;

create or replace function market.sum_points_of_changed() returns trigger language plpgsql as $$
begin
  if market.derives_past() then return null; end if;
  perform market.add_points(array(
    select row(wallet, rule, collection_id, sum(ended), sum(hourly), sum(begun))::market.points_totals
    from (
      select l.wallet, l.rule, market.points_collection(l) as collection_id,
        market.points_ended(l) as ended, market.points_hourly(l) as hourly, market.points_begun(l) as begun from after_it l
      union all
      select l.wallet, l.rule, market.points_collection(l),
        -market.points_ended(l), -market.points_hourly(l), -market.points_begun(l) from before_it l
    ) changes group by wallet, rule, collection_id));
  perform market.add_bought(array(select l::market.points_ledger from after_it l where l.rule = 'buying' and l.points_micros > 0), 1);
  perform market.add_bought(array(select l::market.points_ledger from before_it l where l.rule = 'buying' and l.points_micros > 0), -1);
  return null;
end
$$;

-- A listing elsewhere takes its seller's loyalty away; one whose token is frozen does not, since it can neither be sold nor taken back.
create function market.add_elsewhere(gained market.listings[], lost market.listings[]) returns void language plpgsql as $$
begin
  if cardinality(gained) = 0 and cardinality(lost) = 0 then return; end if;
  insert into market.wallet_points as stored (wallet, elsewhere)
    select changes.seller, sum(changes.amount) from (
      select seller, marketplace, 1 as amount from unnest(gained)
      union all
      select seller, marketplace, -1 from unnest(lost)
    ) changes left join market.marketplaces m using (marketplace)
    where m.is_native is not true
    group by changes.seller having sum(changes.amount) <> 0 order by changes.seller
    on conflict (wallet) do update set elsewhere = stored.elsewhere + excluded.elsewhere;
  delete from market.wallet_points where season_micros = 0 and elsewhere = 0;
end
$$;

create function market.count_listed_elsewhere() returns trigger language plpgsql as $$
declare
  gained market.listings[] := '{}';
  lost market.listings[] := '{}';
begin
  if market.derives_past() then return null; end if;
  if tg_op <> 'DELETE' then
    gained := array(select l::market.listings from after_it l
      where l.state = 'open' and l.validity in ('valid', 'marketplace-closed'));
  end if;
  if tg_op <> 'INSERT' then
    lost := array(select l::market.listings from before_it l
      where l.state = 'open' and l.validity in ('valid', 'marketplace-closed'));
  end if;
  perform market.add_elsewhere(gained, lost);
  return null;
end
$$;
create trigger count_listed_elsewhere_of_new after insert on market.listings
  referencing new table as after_it for each statement execute function market.count_listed_elsewhere();
create trigger count_listed_elsewhere_of_known after update on market.listings
  referencing old table as before_it new table as after_it for each statement execute function market.count_listed_elsewhere();
create trigger count_listed_elsewhere_of_gone after delete on market.listings
  referencing old table as before_it for each statement execute function market.count_listed_elsewhere();

-- Counts the listings elsewhere of all wallets again.
create function market.recount_elsewhere() returns void language sql as $$
  with counted as materialized (
    select l.seller, count(*) as listings from market.listings l left join market.marketplaces m using (marketplace)
    where l.state = 'open' and l.validity in ('valid', 'marketplace-closed') and m.is_native is not true group by l.seller
  ), emptied as (
    update market.wallet_points set elsewhere = 0 where elsewhere <> 0 and wallet not in (select seller from counted)
  )
  insert into market.wallet_points as stored (wallet, elsewhere) select seller, listings from counted
    on conflict (wallet) do update set elsewhere = excluded.elsewhere where stored.elsewhere <> excluded.elsewhere;
  delete from market.wallet_points where season_micros = 0 and elsewhere = 0;
$$;

create function market.recount_after_marketplaces() returns trigger language plpgsql as $$
begin
  perform market.recount_elsewhere();
  return null;
end
$$;
create trigger recount_elsewhere_of_new after insert on market.marketplaces
  for each row when (new.is_native) execute function market.recount_after_marketplaces();
create trigger recount_elsewhere_of_known after update on market.marketplaces
  for each row when (new.is_native <> old.is_native) execute function market.recount_after_marketplaces();
create trigger recount_elsewhere_of_gone after delete on market.marketplaces
  for each row when (old.is_native) execute function market.recount_after_marketplaces();

-- Stores what was bought in the windows as of another hour: adds the hours that enter them, takes those away that leave. All of it is
-- summed where nothing is stored or the hour is far away.
create function market.move_bought(as_of bigint, next_micros bigint) returns void language plpgsql as $$
declare
  sign integer := case when next_micros > as_of then -1 else 1 end;
begin
  if as_of is null or abs(next_micros - as_of) > 172800000000 then
    update market.wallet_points set day_micros = 0, week_micros = 0, month_micros = 0
      where day_micros <> 0 or week_micros <> 0 or month_micros <> 0;
    update market.wallet_points stored
      set day_micros = bought.day, week_micros = bought.week, month_micros = bought.month from (
        select wallet, coalesce(sum(points_micros) filter (where first_hour_micros >= next_micros - 90000000000), 0) as day,
          coalesce(sum(points_micros) filter (where first_hour_micros >= next_micros - 608400000000), 0) as week,
          sum(points_micros) as month
        from market.points_ledger
        where rule = 'buying' and coalesce(last_hour_micros, first_hour_micros) >= next_micros - 2595600000000 group by wallet
      ) bought where stored.wallet = bought.wallet;
  else
    update market.wallet_points stored set day_micros = day_micros + sign * moved.day, week_micros = week_micros + sign * moved.week,
      month_micros = month_micros + sign * moved.month from (
        select l.wallet, coalesce(sum(l.points_micros) filter (where w.length = 90000000000), 0) as day,
          coalesce(sum(l.points_micros) filter (where w.length = 608400000000), 0) as week,
          coalesce(sum(l.points_micros) filter (where w.length = 2595600000000), 0) as month
        from unnest(array[90000000000, 608400000000, 2595600000000]) as w (length)
        join market.points_ledger l on l.rule = 'buying'
          and coalesce(l.last_hour_micros, l.first_hour_micros) >= least(as_of, next_micros) - w.length
          and coalesce(l.last_hour_micros, l.first_hour_micros) < greatest(as_of, next_micros) - w.length
        group by l.wallet
      ) moved where stored.wallet = moved.wallet;
  end if;
end
$$;

create or replace function market.clear_windows() returns void language plpgsql as $$
begin
  update market.window_hour set hour_micros = null;
  delete from market.window_sales;
  delete from market.window_changes;
  update market.wallet_points set day_micros = 0, week_micros = 0, month_micros = 0
    where day_micros <> 0 or week_micros <> 0 or month_micros <> 0;
end
$$;

create or replace function market.move_windows(next_micros bigint) returns void language plpgsql as $$
declare
  as_of bigint;
  sold text[];
  turned text[];
begin
  insert into market.window_hour default values on conflict do nothing;
  select hour_micros into as_of from market.window_hour for update;
  if as_of = next_micros then return; end if;
  if as_of is null or abs(next_micros - as_of) > 172800000000 then
    delete from market.window_sales;
    delete from market.window_changes;
    select array_agg(distinct collection_id) into sold from market.collection_hours
      where hour_micros >= next_micros - 2592000000000 and sales > 0;
    select array_agg(collection_id) into turned from market.collection_stats where floor_octas is not null;
  else
    select array_agg(distinct h.collection_id) into sold
      from unnest(array[86400000000, 604800000000, 2592000000000]) as length_micros
      join market.collection_hours h on h.sales > 0
        and h.hour_micros >= least(as_of, next_micros) - length_micros
        and h.hour_micros < greatest(as_of, next_micros) - length_micros;
    select array_agg(distinct h.collection_id) into turned
      from unnest(array[93600000000, 612000000000, 2599200000000]) as back_micros
      join market.collection_hours h on h.hour_micros >= least(as_of, next_micros) - back_micros
        and h.hour_micros <= greatest(as_of, next_micros) - back_micros;
  end if;
  perform market.sync_window_sales(sold, next_micros);
  perform market.sync_window_changes(turned, next_micros);
  perform market.move_bought(as_of, next_micros);
  update market.window_hour set hour_micros = next_micros;
end
$$;

-- Makes all sums of points from the ledger and the listings, as of the stored hour.
create function market.fill_points() returns void language plpgsql as $$
declare
  as_of bigint;
begin
  select hour_micros into as_of from market.window_hour for share;
  delete from market.points_totals;
  insert into market.points_totals
    select l.wallet, l.rule, market.points_collection(l),
      sum(market.points_ended(l)), sum(market.points_hourly(l)), sum(market.points_begun(l))
    from market.points_ledger l group by 1, 2, 3
    having sum(market.points_ended(l)) <> 0 or sum(market.points_hourly(l)) <> 0;
  delete from market.wallet_points;
  insert into market.wallet_points (wallet, season_micros)
    select wallet, ended_micros from market.points_totals where rule = 'buying';
  perform market.recount_elsewhere();
  if as_of is not null then perform market.move_bought(null, as_of); end if;
end
$$;

select market.fill_points() where exists (select from market.points_ledger) or exists (select from market.listings);
analyze market.wallet_points;
