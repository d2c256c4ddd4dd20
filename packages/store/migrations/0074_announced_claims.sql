-- outside a transaction
-- Announced claims by their version: one is looked for among those alone, however many other changes its collection has in the feed.
drop index concurrently if exists market.change_feed_claims;
create index concurrently change_feed_claims on market.change_feed (version) where kind = 'claims_change';
