-- outside a transaction
-- What is listed of a collection is walked by price in the index that covers pages, which has the token where this one has the listing.
drop index concurrently if exists market.listings_book;
