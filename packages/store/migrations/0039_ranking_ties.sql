-- Equal numbers of sales are ordered by their volume.
drop index market.window_sales_by_day_sales, market.window_sales_by_week_sales, market.window_sales_by_month_sales,
  market.collection_stats_sales_all_collection_id_idx;
create index window_sales_by_day_sales on market.window_sales (day_sales, day_octas, collection_id) where day_sales > 0;
create index window_sales_by_week_sales on market.window_sales (week_sales, week_octas, collection_id) where week_sales > 0;
create index window_sales_by_month_sales on market.window_sales (month_sales, month_octas, collection_id) where month_sales > 0;
create index on market.collection_stats (sales_all, volume_all_octas, collection_id);
