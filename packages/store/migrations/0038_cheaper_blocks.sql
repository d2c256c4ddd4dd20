-- What is written with every block, written with less upkeep.

-- A search's order follows a volume when it moves, which most changes of figures do not do: asked row by row, where one test of two
-- numbers says so, instead of with a table of all rows of every statement.
drop trigger keep_volumes_of_new on market.collection_stats;
drop trigger keep_volumes_of_known on market.collection_stats;
create or replace function market.keep_collection_volumes() returns trigger language plpgsql as $$
begin
  update market.collection_names set volume_octas = new.volume_all_octas
    where collection_id = new.collection_id and volume_octas <> new.volume_all_octas;
  return null;
end
$$;
create trigger keep_volumes_of_new after insert on market.collection_stats
  for each row when (new.volume_all_octas <> 0) execute function market.keep_collection_volumes();
create trigger keep_volumes_of_known after update on market.collection_stats
  for each row when (new.volume_all_octas <> old.volume_all_octas) execute function market.keep_collection_volumes();

-- Rows that are written again and again while their indexed columns stay: with room on their page no index hears of it.
alter table chain.current_token_datas_v2 set (fillfactor = 85);
alter table market.current_nft_marketplace_listings set (fillfactor = 85);
alter table market.collection_hours set (fillfactor = 85);

-- Lots are looked up by wallet; by token alone only while nobody knows its collection.
create index lots_of_unknown on market.lots (token_data_id) where collection_id is null;
drop index market.lots_token_data_id_idx;
