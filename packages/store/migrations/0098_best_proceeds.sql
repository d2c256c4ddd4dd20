-- The most that a seller has received for an item of a collection, after fee and royalty, in no wash trade: its bids count for no more in estimates.
-- The indexer fills the rows that are there when it starts; until then bids on their collections count for nothing.
alter table market.collection_stats add column best_proceeds_octas numeric(20, 0);
create or replace view public_api.collections as
  select c.collection_id, c.collection_name as name, c.creator_address, c.token_standard, c.uri,
    s.floor_octas as floor_price, s.top_bid_octas as top_bid, coalesce(s.listed_count, 0) as total_listed,
    coalesce(s.owner_count, 0) as owners, coalesce(s.supply, c.current_supply)::numeric as supply,
    coalesce(s.volume_all_octas, 0) as all_time_volume, coalesce(s.sales_all, 0) as all_time_sales,
    s.last_sale_octas as last_sale,
    greatest(coalesce(s.last_version, 0), c.last_transaction_version) as last_transaction_version,
    s.best_proceeds_octas as best_proceeds
  from chain.current_collections_v2 c
  left join market.collection_stats s using (collection_id);
comment on column public_api.collections.best_proceeds is 'The most that a seller has received for an item, after fee and royalty.';
