-- outside a transaction
-- Notifications of floors that are deleted after two weeks.
drop index concurrently if exists account.notifications_of_floors;
create index concurrently notifications_of_floors on account.notifications (made_at) where type = 'floor-moved';
