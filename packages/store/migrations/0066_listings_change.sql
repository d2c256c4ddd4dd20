-- The live channel announces listings that time has changed by a message of their own. Stored rows have one of the former kinds.
alter table market.change_feed drop constraint change_feed_kind_check;
alter table market.change_feed add constraint change_feed_kind_check check (kind in ('activity', 'floor_change', 'listings_change',
  'volume_change', 'bid_change', 'tokens_change', 'claims_change', 'pool_change')) not valid;
-- Open listings of v2 tokens that were never in the listing: moves of their sellers change these alone. Listings that are there already have no
-- value until they are settled again, and count as such.
alter table market.listings add column depends_on_seller boolean;
