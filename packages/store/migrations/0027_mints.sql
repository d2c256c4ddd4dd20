-- When a collection was last minted from, so that those that are minting can be listed, latest first.

create index activities_mints on market.activities (collection_id, version desc, event_index desc)
  include (token_data_id, to_address, at_micros) where kind = 'mint';

-- Null: never, as far as we know.
alter table market.collection_stats add column last_mint_micros bigint;
update market.collection_stats s set last_mint_micros = (
  select a.at_micros from market.activities a where a.collection_id = s.collection_id and a.kind = 'mint'
  order by a.version desc, a.event_index desc limit 1);
create index on market.collection_stats (last_mint_micros desc, collection_id desc) where last_mint_micros is not null;
