-- Collections whose names can be mistaken for one another have one skeleton (packages/domain/src/text/name-skeleton.ts), by which they are
-- found in an index. The indexer makes it after a name was written; until then it is null, as that of the rows that are there already.
alter table market.collection_names add column skeleton text;

-- A new name has no skeleton yet. `folded` does not tell: a name may change in case only.
create function market.rename_collections() returns trigger language plpgsql as $$
begin
  update market.collection_names n set folded = lower(c.collection_name), skeleton = null
    from changed c join known k using (collection_id)
    where n.collection_id = c.collection_id and c.collection_name <> k.collection_name;
  return null;
end
$$;
drop trigger sync_names_of_known on chain.current_collections_v2;
create trigger sync_names_of_known after update on chain.current_collections_v2
  referencing old table as known new table as changed for each statement execute function market.rename_collections();

-- The number that a token's name ends in, without leading zeros: 12 of "Ape #0012". Null where it ends in none.
create function market.trailing_number(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(substring(name from '[0-9]+$'), '^0+(?=[0-9])', '')
$$;
