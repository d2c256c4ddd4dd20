-- outside a transaction
-- What a wallet's holdings are worth takes the last sale of a collection as well: it is read in the index alone, too. It changes with the
-- number of sales, which is in there, so no change of a row costs more than before.
drop index concurrently if exists market.collection_stats_by_id;
create unique index concurrently collection_stats_by_id on market.collection_stats (collection_id)
  include (floor_octas, top_bid_octas, sales_all, last_sale_octas);
