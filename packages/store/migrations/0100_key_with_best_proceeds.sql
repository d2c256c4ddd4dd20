-- The index with what was received for an item is that of the key, in the place of the one without.
alter table market.collection_stats drop constraint collection_stats_pkey,
  add constraint collection_stats_pkey primary key using index collection_stats_by_id;
