-- The rankings by supply, market capitalisation and name.
create index on market.collection_stats (supply, collection_id);
create index on market.collection_stats ((floor_octas * supply), collection_id);
create index on market.collection_names (folded, collection_id);

-- Collections of which the index has no stats, which are few, come first or last in a ranking by stats. Maintained by triggers, as
-- the volumes are.
alter table market.collection_names add column has_stats boolean not null default false;
update market.collection_names n set has_stats = true
  where exists (select from market.collection_stats s where s.collection_id = n.collection_id);
create index collection_names_without_stats on market.collection_names (collection_id) where not has_stats;

create or replace function market.sync_collection_names() returns trigger language plpgsql as $$
begin
  insert into market.collection_names as stored (collection_id, folded, volume_octas, has_stats)
    select c.collection_id, lower(c.collection_name), coalesce(s.volume_all_octas, 0), s.collection_id is not null
    from changed c left join market.collection_stats s using (collection_id)
    on conflict (collection_id) do update set folded = excluded.folded where stored.folded <> excluded.folded;
  return null;
end
$$;

create function market.sync_collections_with_stats() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    update market.collection_names set has_stats = false where has_stats;
  elsif tg_op = 'DELETE' then
    update market.collection_names set has_stats = false where collection_id = old.collection_id;
  else
    update market.collection_names set has_stats = true where collection_id = new.collection_id;
  end if;
  return null;
end
$$;
create trigger sync_known after insert or delete on market.collection_stats
  for each row execute function market.sync_collections_with_stats();
create trigger sync_all_known after truncate on market.collection_stats
  for each statement execute function market.sync_collections_with_stats();
