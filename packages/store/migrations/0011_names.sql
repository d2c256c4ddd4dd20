-- Tokens are asked for by their exact name.
create index on chain.current_token_datas_v2 using hash (token_name);
