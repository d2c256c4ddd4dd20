-- The live channel announces pools, as fills by other wallets change their balances, and their bidders are notified when they no longer
-- pay a bid.
alter table market.change_feed drop constraint change_feed_kind_check;
alter table market.change_feed add constraint change_feed_kind_check check (kind in ('activity', 'floor_change', 'volume_change',
  'bid_change', 'tokens_change', 'claims_change', 'pool_change'));
alter table account.notifications drop constraint notifications_type_check;
alter table account.notifications add constraint notifications_type_check check (type in ('sold', 'outbid', 'offer-received',
  'offer-expiring', 'listing-invalid', 'floor-moved', 'pool-short'));
