-- outside a transaction
-- Those of 0081 have taken their place.
drop index concurrently if exists market.metadata_of_image;
drop index concurrently if exists market.metadata_of_animation;
