-- The edition of a v1 token that a bid is for, where the holder has more than the first.
alter table account.notifications add column property_version numeric(20, 0);
-- What a wallet was told of bids lately: a bid that is no higher is not told again.
create index on account.notifications (wallet, at_micros) where type in ('offer-received', 'outbid');
