-- An hour that changes adds its difference to the sums of its collection. They had been added up over the month each time: a collection that is traded
-- around the clock has 720 hours, and its present one changes with every batch.
create function market.add_window_sales(gained market.collection_hours[], lost market.collection_hours[], as_of bigint) returns void language plpgsql as $$
begin
  insert into market.window_sales as stored
    select * from (
      select collection_id,
        coalesce(sum(octas) filter (where hour_micros >= as_of - 86400000000), 0) as day_octas,
        coalesce(sum(sales) filter (where hour_micros >= as_of - 86400000000), 0) as day_sales,
        coalesce(sum(octas) filter (where hour_micros >= as_of - 604800000000), 0) as week_octas,
        coalesce(sum(sales) filter (where hour_micros >= as_of - 604800000000), 0) as week_sales,
        sum(octas) as month_octas, sum(sales) as month_sales
      from (
        select collection_id, hour_micros, volume_octas as octas, sales from unnest(gained)
        union all
        select collection_id, hour_micros, -volume_octas, -sales from unnest(lost)
      ) changes
      where hour_micros >= as_of - 2592000000000
      group by collection_id
    ) moved
    where (day_octas, day_sales, week_octas, week_sales, month_octas, month_sales) <> (0, 0, 0, 0, 0, 0)
    order by collection_id
    on conflict (collection_id) do update set
      day_octas = stored.day_octas + excluded.day_octas, day_sales = stored.day_sales + excluded.day_sales,
      week_octas = stored.week_octas + excluded.week_octas, week_sales = stored.week_sales + excluded.week_sales,
      month_octas = stored.month_octas + excluded.month_octas, month_sales = stored.month_sales + excluded.month_sales;
end
$$;

create or replace function market.sync_windows_of_hours() returns trigger language plpgsql as $$
declare
  as_of bigint;
  gained market.collection_hours[] := '{}';
  lost market.collection_hours[] := '{}';
begin
  if not exists (select from changed) then return null; end if;
  select hour_micros into as_of from market.window_hour for share;
  if as_of is null then return null; end if;
  if tg_op = 'DELETE' then
    lost := array(select h::market.collection_hours from changed h);
  else
    gained := array(select h::market.collection_hours from changed h);
  end if;
  if tg_op = 'UPDATE' then
    lost := array(select h::market.collection_hours from former h);
  end if;
  perform market.add_window_sales(gained, lost, as_of);
  perform market.sync_window_changes(array(select distinct collection_id from changed), as_of);
  return null;
end
$$;
create or replace trigger sync_windows_of_known after update on market.collection_hours
  referencing old table as former new table as changed for each statement execute function market.sync_windows_of_hours();
