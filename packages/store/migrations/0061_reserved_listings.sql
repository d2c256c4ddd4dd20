-- Wallets are notified of listings that are reserved for them. Stored rows have one of the former types: they are not checked again.
alter table account.notifications drop constraint notifications_type_check;
alter table account.notifications add constraint notifications_type_check check (type in ('sold', 'outbid', 'offer-received',
  'offer-expiring', 'listing-invalid', 'floor-moved', 'pool-short', 'listing-reserved')) not valid;
