-- outside a transaction
-- The largest holder of a token, however many hold some of it: of a v1 token there may be a hundred thousand.
drop index concurrently if exists market.token_holders_by_amount;
create index concurrently token_holders_by_amount on market.token_holders (token_data_id, amount desc, holder, property_version) where amount > 0;
