-- What a wallet was notified of about a collection's floor within a day.
create index on account.notifications (wallet, collection_id, at_micros) where type = 'floor-moved';
