-- Ranks of tokens within their collection, and which collections wait to be ranked again.
-- Derived from token state and fetched metadata; the worker of the indexer makes them beside the pipeline.

create table market.token_rarity (
  token_data_id text primary key,
  collection_id text not null,
  rank integer not null check (rank > 0),
  score double precision not null,
  breakdown jsonb not null
);
create index on market.token_rarity (collection_id, rank, token_data_id);

-- Append-only for writers, so that marking never waits for the worker; a collection may stand here many times.
create table market.rarity_queue (
  id bigint generated always as identity primary key,
  collection_id text not null
);
create index on market.rarity_queue (collection_id);

-- From a fetched address to the collections whose traits it changes.
create index on chain.current_token_datas_v2 using hash (token_uri);

insert into market.rarity_queue (collection_id)
select distinct collection_id from chain.current_token_datas_v2 order by collection_id;
