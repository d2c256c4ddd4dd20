-- Listings of tokens that their creator has frozen: nobody can buy them until the token is thawed.
alter table market.listings drop constraint listings_validity_check;
alter table market.listings add constraint listings_validity_check
  check (validity in ('valid', 'seller-lost-token', 'token-frozen', 'venue-closed', 'ended'));
-- Whether the token could not be moved by its owner from then on.
alter table market.ownership_events add column is_frozen boolean not null default false;
