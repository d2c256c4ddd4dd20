-- outside a transaction
-- The bids that a wallet's pool pays, the dearest first: of any number those are looked at that it may no longer pay.
drop index concurrently if exists market.collection_offers_of_pool;
create index concurrently collection_offers_of_pool on market.collection_offers (buyer, price_octas desc, offer_id)
  where state = 'open' and is_pooled;
drop index concurrently if exists market.collection_offers_pooled;
