-- The cheapest listing that has stood since a recent time: walked by price without a look at the listings.
create index listing_spans_standing on market.listing_spans (collection_id, price_octas) include (from_micros, marketplace)
  where to_micros is null;
-- The ranking by sales of all time.
create index on market.collection_stats (sales_all desc, collection_id desc);
