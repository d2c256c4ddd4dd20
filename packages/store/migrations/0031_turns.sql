-- What a token's mints and burns were, without a walk through all that ever happened to it.
create index if not exists activities_turns on market.activities (token_data_id) where kind in ('mint', 'burn');
