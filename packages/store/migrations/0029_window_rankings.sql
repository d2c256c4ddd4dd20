-- Rankings by the last day, week and month walk an index of sums and floor changes that are stored as of one full hour. A question
-- at any time corrects them by the hours between, and by the sales of the hour in which its window begins.

-- The hour, in a single row. Null: nothing is stored, and rankings add up what they need. Writers of hours and stats lock the
-- row, so that no row of theirs is missing when the hour moves on.
create table market.window_hour (
  is_only boolean primary key default true check (is_only),
  hour_micros bigint
);
insert into market.window_hour default values;

-- Sales in the whole hours of the day, week and month before the hour, and in all hours since. Maintained by triggers on the hours.
create table market.window_sales (
  collection_id text primary key,
  day_octas numeric(30, 0) not null,
  day_sales bigint not null,
  week_octas numeric(30, 0) not null,
  week_sales bigint not null,
  month_octas numeric(30, 0) not null,
  month_sales bigint not null
) with (fillfactor = 85);
create index window_sales_by_day_octas on market.window_sales (day_octas, collection_id) where day_octas > 0;
create index window_sales_by_day_sales on market.window_sales (day_sales, collection_id) where day_sales > 0;
create index window_sales_by_week_octas on market.window_sales (week_octas, collection_id) where week_octas > 0;
create index window_sales_by_week_sales on market.window_sales (week_sales, collection_id) where week_sales > 0;
create index window_sales_by_month_octas on market.window_sales (month_octas, collection_id) where month_octas > 0;
create index window_sales_by_month_sales on market.window_sales (month_sales, collection_id) where month_sales > 0;

-- Floor now against the floor at the start of the day, week and month that end within the hour before, in hundredths of a percent; null:
-- no floor now or then. Maintained by triggers on the hours and on the stats.
create table market.window_changes (
  collection_id text primary key,
  day_change numeric,
  week_change numeric,
  month_change numeric
) with (fillfactor = 85);
create index window_changes_by_day on market.window_changes (day_change, collection_id) where day_change is not null;
create index window_changes_by_week on market.window_changes (week_change, collection_id) where week_change is not null;
create index window_changes_by_month on market.window_changes (month_change, collection_id) where month_change is not null;

-- Flagged sales of a window over all collections.
create index sales_flagged on market.sales (at_micros) include (collection_id, price_octas) where is_wash;

-- Adds the sums of collections up again.
create function market.sync_window_sales(ids text[], as_of bigint) returns void language plpgsql as $$
begin
  insert into market.window_sales as stored
    select named.collection_id,
      coalesce(sum(h.volume_octas) filter (where h.hour_micros >= as_of - 86400000000), 0),
      coalesce(sum(h.sales) filter (where h.hour_micros >= as_of - 86400000000), 0),
      coalesce(sum(h.volume_octas) filter (where h.hour_micros >= as_of - 604800000000), 0),
      coalesce(sum(h.sales) filter (where h.hour_micros >= as_of - 604800000000), 0),
      coalesce(sum(h.volume_octas), 0), coalesce(sum(h.sales), 0)
    from unnest(ids) as named (collection_id)
    left join market.collection_hours h on h.collection_id = named.collection_id
      and h.hour_micros >= as_of - 2592000000000 and h.sales > 0
    group by named.collection_id
    having count(h.sales) > 0
      or exists (select from market.window_sales known where known.collection_id = named.collection_id)
    on conflict (collection_id) do update set
      day_octas = excluded.day_octas, day_sales = excluded.day_sales, week_octas = excluded.week_octas,
      week_sales = excluded.week_sales, month_octas = excluded.month_octas, month_sales = excluded.month_sales
    where stored is distinct from excluded;
end
$$;

-- Compares the floors of collections again. Only a collection of which something happened since a window's start can have
-- another floor than then.
create function market.sync_window_changes(ids text[], as_of bigint) returns void language plpgsql as $$
begin
  delete from market.window_changes gone where collection_id = any(ids)
    and not exists (select from market.collection_stats s where s.collection_id = gone.collection_id);
  insert into market.window_changes as stored
    select s.collection_id,
      case when moved.last_micros >= as_of - 93600000000
        then round((s.floor_octas - back.day_octas) * 10000 / nullif(back.day_octas, 0)) else back.idle_change end,
      case when moved.last_micros >= as_of - 612000000000
        then round((s.floor_octas - back.week_octas) * 10000 / nullif(back.week_octas, 0)) else back.idle_change end,
      case when moved.last_micros >= as_of - 2599200000000
        then round((s.floor_octas - back.month_octas) * 10000 / nullif(back.month_octas, 0)) else back.idle_change end
    from unnest(ids) as named (collection_id)
    join market.collection_stats s on s.collection_id = named.collection_id
    cross join lateral (select max(h.hour_micros) as last_micros from market.collection_hours h
      where h.collection_id = s.collection_id offset 0) moved
    cross join lateral (select case when s.floor_octas > 0 then 0 end as idle_change,
      (select h.floor_octas from market.collection_hours h where h.collection_id = s.collection_id
        and h.hour_micros <= as_of - 93600000000 order by h.hour_micros desc limit 1) as day_octas,
      (select h.floor_octas from market.collection_hours h where h.collection_id = s.collection_id
        and h.hour_micros <= as_of - 612000000000 order by h.hour_micros desc limit 1) as week_octas,
      (select h.floor_octas from market.collection_hours h where h.collection_id = s.collection_id
        and h.hour_micros <= as_of - 2599200000000 order by h.hour_micros desc limit 1) as month_octas
      offset 0) back
    where s.floor_octas is not null
      or exists (select from market.window_changes known where known.collection_id = s.collection_id)
    on conflict (collection_id) do update set
      day_change = excluded.day_change, week_change = excluded.week_change, month_change = excluded.month_change
    where stored is distinct from excluded;
end
$$;

create function market.sync_windows_of_hours() returns trigger language plpgsql as $$
declare
  as_of bigint;
  ids text[];
begin
  if not exists (select from changed) then return null; end if;
  select hour_micros into as_of from market.window_hour for share;
  if as_of is null then return null; end if;
  select array_agg(distinct collection_id) into ids from changed;
  perform market.sync_window_sales(ids, as_of);
  perform market.sync_window_changes(ids, as_of);
  return null;
end
$$;
create trigger sync_windows_of_new after insert on market.collection_hours
  referencing new table as changed for each statement execute function market.sync_windows_of_hours();
create trigger sync_windows_of_known after update on market.collection_hours
  referencing new table as changed for each statement execute function market.sync_windows_of_hours();
create trigger sync_windows_of_gone after delete on market.collection_hours
  referencing old table as changed for each statement execute function market.sync_windows_of_hours();

create function market.sync_windows_of_stats() returns trigger language plpgsql as $$
declare
  as_of bigint;
  ids text[];
begin
  if not exists (select from changed) then return null; end if;
  select hour_micros into as_of from market.window_hour for share;
  if as_of is null then return null; end if;
  if tg_op = 'UPDATE' then
    select array_agg(changed.collection_id) into ids from changed join former using (collection_id)
      where changed.floor_octas is distinct from former.floor_octas;
  else
    select array_agg(collection_id) into ids from changed;
  end if;
  if ids is null then return null; end if;
  perform market.sync_window_changes(ids, as_of);
  return null;
end
$$;
create trigger sync_windows_of_new after insert on market.collection_stats
  referencing new table as changed for each statement execute function market.sync_windows_of_stats();
create trigger sync_windows_of_known after update on market.collection_stats
  referencing old table as former new table as changed for each statement execute function market.sync_windows_of_stats();
create trigger sync_windows_of_gone after delete on market.collection_stats
  referencing old table as changed for each statement execute function market.sync_windows_of_stats();

-- What is derived again is stored again when it is complete.
create function market.clear_windows() returns void language plpgsql as $$
begin
  update market.window_hour set hour_micros = null;
  delete from market.window_sales;
  delete from market.window_changes;
end
$$;
create function market.forget_windows() returns trigger language plpgsql as $$
begin
  perform market.clear_windows();
  return null;
end
$$;
create trigger forget_windows after truncate on market.collection_hours
  for each statement execute function market.forget_windows();
create trigger forget_windows after truncate on market.collection_stats
  for each statement execute function market.forget_windows();

-- Stores sums and floor changes as of another hour: of the collections of which something enters or leaves a window; of all
-- where none are stored or the hour is far away.
create function market.move_windows(next_micros bigint) returns void language plpgsql as $$
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
  update market.window_hour set hour_micros = next_micros;
end
$$;

-- A database that is migrated has them at once.
select market.move_windows((extract(epoch from date_trunc('hour', now())) * 1000000)::bigint + 3600000000)
  where exists (select from market.collection_hours);
analyze market.window_sales, market.window_changes;
