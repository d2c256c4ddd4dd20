-- The live channel also tells that what a wallet can claim has changed: offered, taken back or claimed.
alter table market.change_feed drop constraint change_feed_kind_check;
alter table market.change_feed add constraint change_feed_kind_check
  check (kind in ('activity', 'floor_change', 'volume_change', 'bid_change', 'tokens_change', 'claims_change'));
