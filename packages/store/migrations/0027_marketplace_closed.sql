-- An order of a closed marketplace has the validity `marketplace-closed`, which was `venue-closed`.
alter table market.listings drop constraint listings_validity_check;
alter table market.token_offers drop constraint token_offers_validity_check;
alter table market.collection_offers drop constraint collection_offers_validity_check;
drop index market.listings_closed;
update market.listings set validity = 'marketplace-closed' where validity = 'venue-closed';
update market.token_offers set validity = 'marketplace-closed' where validity = 'venue-closed';
update market.collection_offers set validity = 'marketplace-closed' where validity = 'venue-closed';
alter table market.listings add constraint listings_validity_check
  check (validity in ('valid', 'seller-lost-token', 'token-frozen', 'marketplace-closed', 'ended'));
alter table market.token_offers add constraint token_offers_validity_check
  check (validity in ('valid', 'expired', 'unfunded', 'bidder-refuses', 'marketplace-closed', 'ended'));
alter table market.collection_offers add constraint collection_offers_validity_check
  check (validity in ('valid', 'expired', 'unfunded', 'exhausted', 'bidder-refuses', 'marketplace-closed', 'ended'));
-- Listings on marketplaces that only allow exits.
create index listings_closed on market.listings (collection_id, price_octas, token_data_id) include (marketplace)
  where state = 'open' and validity = 'marketplace-closed';
