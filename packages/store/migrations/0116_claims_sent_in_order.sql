-- outside a transaction
-- What a wallet has sent and nobody has claimed, in the order of its list: an airdrop may be any number of tokens.
drop index concurrently if exists chain.claims_sent_in_order;
create index concurrently claims_sent_in_order on chain.current_token_pending_claims
  (from_address, last_transaction_version desc, token_data_id, property_version, to_address) where amount > 0;
drop index concurrently if exists chain.current_token_pending_claims_from_address_idx;
