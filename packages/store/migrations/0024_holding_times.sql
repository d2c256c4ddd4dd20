-- How long what a collection's owners hold has been theirs: found without reading what was sold since.
create index lots_held on market.lots (collection_id, acquired_at_micros) where released_version is null;
