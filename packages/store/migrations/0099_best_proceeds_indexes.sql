-- outside a transaction
-- The sale of a collection that has brought its seller most, however many others and wash trades there are.
drop index concurrently if exists market.sales_best;
create index concurrently sales_best on market.sales
  (collection_id, (price_octas - coalesce(commission_octas, 0) - coalesce(royalty_octas, 0)) desc) where not is_wash;
-- What a wallet's holdings are worth takes what was received for an item as well: it is read in the index alone, too.
drop index concurrently if exists market.collection_stats_by_id;
create unique index concurrently collection_stats_by_id on market.collection_stats (collection_id)
  include (floor_octas, top_bid_octas, sales_all, last_sale_octas, best_proceeds_octas);
