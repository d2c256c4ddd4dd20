-- The best bids on a collection of each marketplace.
create index collection_offers_by_marketplace on market.collection_offers (collection_id, marketplace, price_octas desc, offer_id)
  where state = 'open';
