-- The launchpad lists collections by their last mint: without those that one wallet has minted for itself, of which there may be any number.
alter table market.collection_stats add column has_several_minters boolean not null default false;
update market.collection_stats stats set has_several_minters = true
where exists (
  select from (
    select to_address from market.activities m where m.collection_id = stats.collection_id and m.kind = 'mint'
    order by m.version, m.event_index limit 1
  ) first
  join market.activities m on m.collection_id = stats.collection_id and m.kind = 'mint'
    and m.to_address is distinct from first.to_address
);
drop index market.collection_stats_last_mint_micros_collection_id_idx;
create index collection_stats_drops on market.collection_stats (last_mint_micros desc, collection_id desc) where has_several_minters;
