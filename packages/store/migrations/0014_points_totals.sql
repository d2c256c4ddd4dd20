-- Sums of the points ledger, so that a season is not added up row by row at each call. Triggers keep them exact, whoever writes the
-- ledger. Rows with an end count with all their hours; of those without, the hours up to the one that begins h hours after 1970 have
-- brought hourly_micros * (h + 1) - begun_micros. `collection_id` is '' for purchases, and where it is not known.
create table market.points_totals (
  wallet text not null,
  rule text not null,
  collection_id text not null,
  ended_micros numeric(40, 0) not null,
  hourly_micros numeric(40, 0) not null,
  begun_micros numeric(40, 0) not null,
  primary key (wallet, rule, collection_id)
);
create index on market.points_totals (collection_id) where rule <> 'buying';
-- No points are negative, so an empty row has nothing in the ledger.
create index on market.points_totals (wallet) where ended_micros = 0 and hourly_micros = 0;
-- Rows that ended or began lately: readers correct the sums by them.
create index on market.points_ledger (coalesce(last_hour_micros, first_hour_micros));

create function market.points_collection(l market.points_ledger) returns text language sql immutable parallel safe as $$
  select case when l.rule = 'buying' then '' else coalesce(l.collection_id, '') end
$$;
create function market.points_ended(l market.points_ledger) returns numeric language sql immutable parallel safe as $$
  select case when l.last_hour_micros is null then 0 when l.rule = 'buying' then l.points_micros
    else l.points_micros * ((l.last_hour_micros - l.first_hour_micros) / 3600000000 + 1) end
$$;
create function market.points_hourly(l market.points_ledger) returns numeric language sql immutable parallel safe as $$
  select case when l.last_hour_micros is null then l.points_micros else 0 end
$$;
create function market.points_begun(l market.points_ledger) returns numeric language sql immutable parallel safe as $$
  select case when l.last_hour_micros is null then l.points_micros * (l.first_hour_micros / 3600000000) else 0 end
$$;

create function market.add_points(sums market.points_totals[]) returns void language sql as $$
  insert into market.points_totals as t select * from unnest(sums)
    on conflict (wallet, rule, collection_id) do update set ended_micros = t.ended_micros + excluded.ended_micros,
      hourly_micros = t.hourly_micros + excluded.hourly_micros, begun_micros = t.begun_micros + excluded.begun_micros;
  delete from market.points_totals where ended_micros = 0 and hourly_micros = 0;
$$;

create function market.sum_points_of_new() returns trigger language plpgsql as $$
begin
  perform market.add_points(array(
    select row(l.wallet, l.rule, market.points_collection(l),
      sum(market.points_ended(l)), sum(market.points_hourly(l)), sum(market.points_begun(l)))::market.points_totals
    from after_it l group by l.wallet, l.rule, market.points_collection(l)));
  return null;
end
$$;
create trigger sum_points_of_new after insert on market.points_ledger
  referencing new table as after_it for each statement execute function market.sum_points_of_new();

create function market.sum_points_of_gone() returns trigger language plpgsql as $$
begin
  perform market.add_points(array(
    select row(l.wallet, l.rule, market.points_collection(l),
      -sum(market.points_ended(l)), -sum(market.points_hourly(l)), -sum(market.points_begun(l)))::market.points_totals
    from before_it l group by l.wallet, l.rule, market.points_collection(l)));
  return null;
end
$$;
create trigger sum_points_of_gone after delete on market.points_ledger
  referencing old table as before_it for each statement execute function market.sum_points_of_gone();

create function market.sum_points_of_changed() returns trigger language plpgsql as $$
begin
  perform market.add_points(array(
    select row(wallet, rule, collection_id, sum(ended), sum(hourly), sum(begun))::market.points_totals
    from (
      select l.wallet, l.rule, market.points_collection(l) as collection_id,
        market.points_ended(l) as ended, market.points_hourly(l) as hourly, market.points_begun(l) as begun from after_it l
      union all
      select l.wallet, l.rule, market.points_collection(l),
        -market.points_ended(l), -market.points_hourly(l), -market.points_begun(l) from before_it l
    ) changes group by wallet, rule, collection_id));
  return null;
end
$$;
create trigger sum_points_of_changed after update on market.points_ledger
  referencing old table as before_it new table as after_it for each statement execute function market.sum_points_of_changed();

insert into market.points_totals
  select l.wallet, l.rule, market.points_collection(l),
    sum(market.points_ended(l)), sum(market.points_hourly(l)), sum(market.points_begun(l))
  from market.points_ledger l group by 1, 2, 3
  having sum(market.points_ended(l)) <> 0 or sum(market.points_hourly(l)) <> 0;
