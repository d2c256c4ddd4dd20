-- outside a transaction
-- The best bids on a token, in all and of each edition on each marketplace. Expired ones, which anyone can leave in any number, are not among them.
drop index concurrently if exists market.token_offers_best;
create index concurrently token_offers_best on market.token_offers (token_data_id, price_octas desc, offer_id)
  where state = 'open' and validity in ('valid', 'marketplace-closed');
drop index concurrently if exists market.token_offers_of_token;
drop index concurrently if exists market.token_offers_best_by_marketplace;
create index concurrently token_offers_best_by_marketplace on market.token_offers
  (token_data_id, property_version, marketplace, price_octas desc, offer_id)
  where state = 'open' and validity in ('valid', 'marketplace-closed');
drop index concurrently if exists market.token_offers_by_marketplace;
-- Those that do not count are found here, by who asks for all that are open.
drop index concurrently if exists market.token_offers_open_of_token;
create index concurrently token_offers_open_of_token on market.token_offers (token_data_id) where state = 'open';
