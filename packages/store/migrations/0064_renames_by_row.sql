-- What a batch leaves as it is called costs nothing. Renamed collections were found by comparing each changed row with each; which ones
-- are renamed, a condition of the trigger finds out.
drop trigger sync_names_of_known on chain.current_collections_v2;
create or replace function market.rename_collections() returns trigger language plpgsql as $$
begin
  update market.collection_names set folded = lower(new.collection_name), skeleton = null where collection_id = new.collection_id;
  return null;
end
$$;
create trigger sync_names_of_known after update on chain.current_collections_v2
  for each row when (new.collection_name <> old.collection_name) execute function market.rename_collections();

-- Holdings of new tokens are named by one statement for all tokens of a batch. One for each token had the sums of holders looked at for each.
drop trigger rename_holdings_of_new on chain.current_token_datas_v2;
create function market.rename_holdings_of_new() returns trigger language plpgsql as $$
begin
  update market.token_holders h set name_key = market.name_key(t.token_name) from added t
    where h.token_data_id = t.token_data_id and h.name_key <> market.name_key(t.token_name);
  return null;
end
$$;
create trigger rename_holdings_of_new after insert on chain.current_token_datas_v2
  referencing new table as added for each statement execute function market.rename_holdings_of_new();
