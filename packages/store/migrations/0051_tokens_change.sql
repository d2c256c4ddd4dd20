-- The live channel also tells that a collection's tokens were described or ranked anew.
alter table market.change_feed drop constraint change_feed_kind_check;
alter table market.change_feed add constraint change_feed_kind_check
  check (kind in ('activity', 'floor_change', 'volume_change', 'bid_change', 'tokens_change'));
