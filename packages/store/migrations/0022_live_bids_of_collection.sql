-- What the live bids on a collection's tokens would pay, without a look at the bids of the whole market.
create index token_offers_live_of_collection on market.token_offers (collection_id) include (price_octas, expires_at_seconds)
  where state = 'open' and validity = 'valid';
