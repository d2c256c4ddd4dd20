-- outside a transaction
-- Tokens that their creators have frozen: most wallets hold none, and who plans to sell hundreds of items looks for each of them.
drop index concurrently if exists chain.ownerships_frozen;
create index concurrently ownerships_frozen on chain.current_token_ownerships_v2 (token_data_id) where is_soulbound_v2 and amount > 0;
