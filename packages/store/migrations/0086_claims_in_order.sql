-- outside a transaction
-- What a wallet can claim, in the order of its list: anyone can offer a wallet any number of tokens.
drop index concurrently if exists chain.claims_in_order;
create index concurrently claims_in_order on chain.current_token_pending_claims
  (to_address, last_transaction_version desc, token_data_id, property_version, from_address) where amount > 0;
drop index concurrently if exists chain.current_token_pending_claims_to_address_idx;
