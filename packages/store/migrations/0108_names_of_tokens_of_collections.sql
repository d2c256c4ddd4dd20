-- outside a transaction
-- A collection's tokens by id, with their names: text in the names of a hundred thousand is looked for in the index alone. A row of the table is several
-- times as large. A name has at most 512 bytes (packages/domain/src/tokens/name-bytes).
drop index concurrently if exists chain.tokens_of_collection;
create index concurrently tokens_of_collection on chain.current_token_datas_v2 (collection_id, token_data_id) include (is_deleted_v2, token_name);
drop index concurrently if exists chain.current_token_datas_v2_of_collection;
