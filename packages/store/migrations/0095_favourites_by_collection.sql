-- outside a transaction
-- Whom a collection's floor concerns, and the floors that they were told of last: any stranger can move a floor, and any number of wallets has favourites.
drop index concurrently if exists account.favourites_of_collection;
create index concurrently favourites_of_collection on account.favourites (collection_id, wallet);
drop index concurrently if exists account.notification_floors_of_collection;
create index concurrently notification_floors_of_collection on account.notification_floors (collection_id, wallet);
