-- What answers for an address, as @opal/domain/limits/media-source has it: the fetchers write it, as only they read addresses as
-- connections do. Null: not looked at yet, as all rows of older versions. `service` is null also for the operator's own gateways.
alter table market.metadata add column source text, add column service text;
alter table market.images add column source text, add column service text;
create index metadata_without_source on market.metadata (next_attempt_at) where status = 'pending' and source is null;
create index images_without_source on market.images (next_attempt_at) where status = 'pending' and source is null;
drop function market.media_source(text);
