-- outside a transaction
-- Tokens of one name by id: thousands have the same, and a page shows the first of them.
drop index concurrently if exists chain.token_names;
create index concurrently token_names on chain.current_token_datas_v2 (hashtextextended(token_name, 0), token_data_id);
drop index concurrently if exists chain.current_token_datas_v2_token_name_idx;
