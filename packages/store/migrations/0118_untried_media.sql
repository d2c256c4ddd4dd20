-- outside a transaction
-- The newest that were never tried are taken in turns: without an index of their own, every retry that is due was looked at before them.
drop index concurrently if exists market.metadata_untried;
create index concurrently metadata_untried on market.metadata (next_attempt_at) where status = 'pending' and attempts = 0;
drop index concurrently if exists market.images_untried;
create index concurrently images_untried on market.images (next_attempt_at) where status = 'pending' and attempts = 0;
