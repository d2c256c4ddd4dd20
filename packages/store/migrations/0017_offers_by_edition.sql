-- The best bids on an edition of a token on each marketplace.
create index token_offers_by_marketplace on market.token_offers (token_data_id, property_version, marketplace, price_octas desc, offer_id)
  where state = 'open';
