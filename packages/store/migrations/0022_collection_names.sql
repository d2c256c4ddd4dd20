-- What collections are searched by, small and apart: their names, and the volume that orders what is found. Kept by
-- triggers, so that whoever writes collections or their figures need not know of it.
create table market.collection_names (
  collection_id text primary key,
  -- Lower case.
  folded text not null,
  volume_octas numeric(30, 0) not null default 0
);

create function market.keep_collection_names() returns trigger language plpgsql as $$
begin
  insert into market.collection_names as kept (collection_id, folded, volume_octas)
    select c.collection_id, lower(c.collection_name), coalesce(s.volume_all_octas, 0)
    from changed c left join market.collection_stats s using (collection_id)
    on conflict (collection_id) do update set folded = excluded.folded where kept.folded <> excluded.folded;
  return null;
end
$$;
create trigger keep_names_of_new after insert on chain.current_collections_v2
  referencing new table as changed for each statement execute function market.keep_collection_names();
create trigger keep_names_of_known after update on chain.current_collections_v2
  referencing new table as changed for each statement execute function market.keep_collection_names();

create function market.drop_collection_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate market.collection_names;
  else
    delete from market.collection_names using gone where collection_names.collection_id = gone.collection_id;
  end if;
  return null;
end
$$;
create trigger drop_names_of_gone after delete on chain.current_collections_v2
  referencing old table as gone for each statement execute function market.drop_collection_names();
create trigger drop_names after truncate on chain.current_collections_v2
  for each statement execute function market.drop_collection_names();

create function market.keep_collection_volumes() returns trigger language plpgsql as $$
begin
  update market.collection_names set volume_octas = changed.volume_all_octas
    from changed where collection_names.collection_id = changed.collection_id
      and collection_names.volume_octas <> changed.volume_all_octas;
  return null;
end
$$;
create trigger keep_volumes_of_new after insert on market.collection_stats
  referencing new table as changed for each statement execute function market.keep_collection_volumes();
create trigger keep_volumes_of_known after update on market.collection_stats
  referencing new table as changed for each statement execute function market.keep_collection_volumes();

insert into market.collection_names (collection_id, folded, volume_octas)
  select c.collection_id, lower(c.collection_name), coalesce(s.volume_all_octas, 0)
  from chain.current_collections_v2 c left join market.collection_stats s using (collection_id);

-- Beginnings of words, any part of three letters and more, and what is nearly the same.
create index collection_names_words on market.collection_names using gin (to_tsvector('simple', folded));
create index collection_names_parts on market.collection_names using gin (folded gin_trgm_ops);
create index collection_names_by_volume on market.collection_names (volume_octas desc, collection_id desc);
analyze market.collection_names;

-- Rankings by figures that stand.
create index on market.collection_stats (volume_all_octas desc, collection_id desc);
create index on market.collection_stats (floor_octas, collection_id);
create index on market.collection_stats (top_bid_octas, collection_id);
create index on market.collection_stats (owner_count, collection_id);
create index on market.collection_stats (listed_count, collection_id);
