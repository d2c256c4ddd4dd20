-- The launchpad lists collections by their last mint: without those that one wallet has minted for itself, of which there may be any number.
create index activities_minters on market.activities (collection_id, to_address) where kind = 'mint';
alter table market.collection_stats add column has_several_minters boolean not null default false;
update market.collection_stats stats set has_several_minters = true
where (select min(to_address) <> max(to_address) from market.activities m where m.collection_id = stats.collection_id and m.kind = 'mint');
drop index market.collection_stats_last_mint_micros_collection_id_idx;
create index collection_stats_drops on market.collection_stats (last_mint_micros desc, collection_id desc) where has_several_minters;
