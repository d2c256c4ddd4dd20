-- outside a transaction
-- What a page has missed since the version that it was rendered at is a few rows at the end of the feed, which has a hundred thousand.
drop index concurrently if exists market.change_feed_by_version;
create index concurrently change_feed_by_version on market.change_feed (version, id);
