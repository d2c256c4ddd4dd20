-- What stands on marketplaces that let people out only is found by collection, too.
create index listings_closed on market.listings (collection_id, price_octas, token_data_id) include (marketplace)
  where state = 'open' and validity = 'venue-closed';

-- A token that its seller has lost is said to be lost, also where the marketplace is closed.
update market.listings l set validity = 'seller-lost-token'
where l.state = 'open' and l.validity = 'venue-closed' and l.token_standard = 'v2'
  and exists (select from chain.current_token_ownerships_v2 o where o.token_data_id = l.token_data_id)
  and not exists (
    select from chain.current_token_ownerships_v2 o
    where o.token_data_id = l.token_data_id and o.amount > 0 and o.owner_address in (l.seller, l.listing_id)
  );
