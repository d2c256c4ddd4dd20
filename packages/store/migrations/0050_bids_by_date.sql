-- outside a transaction
-- The newest bids on any token of a collection: of what a wallet receives only those of a page are read.
drop index concurrently if exists market.collection_offers_by_date;
create index concurrently collection_offers_by_date on market.collection_offers (collection_id, placed_at_micros desc)
  where state = 'open' and validity = 'valid' and set_root is null;
