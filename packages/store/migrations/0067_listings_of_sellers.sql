-- Marks the listings that are there already: nearly all marketplaces take the token, so that few rows change, and nothing waits for others.
update market.listings l set depends_on_seller = true
where l.state = 'open' and l.token_standard = 'v2' and exists (
  select from chain.current_token_ownerships_v2 o
  where o.token_data_id = l.token_data_id and o.property_version_v1 = 0
) and not exists (
  select from chain.current_token_ownerships_v2 o
  where o.token_data_id = l.token_data_id and o.property_version_v1 = 0 and o.owner_address = l.listing_id
);
