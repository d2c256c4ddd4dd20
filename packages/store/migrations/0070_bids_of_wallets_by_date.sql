-- outside a transaction
-- The open bids of a wallet in the whole order of a list by date: of any number a page reads its own. The same index finds all of a wallet's.
drop index concurrently if exists market.token_offers_of_buyer;
create index concurrently token_offers_of_buyer on market.token_offers
  (buyer, placed_at_micros desc, marketplace desc, offer_id desc) where state = 'open';
drop index concurrently if exists market.token_offers_buyer_idx;
drop index concurrently if exists market.collection_offers_of_buyer;
create index concurrently collection_offers_of_buyer on market.collection_offers
  (buyer, placed_at_micros desc, marketplace desc, offer_id desc) where state = 'open';
drop index concurrently if exists market.collection_offers_buyer_idx;
