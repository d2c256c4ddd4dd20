-- What a wallet holds is counted, and walked collection by collection, in the index alone.
create index token_holders_of_holder on market.token_holders (holder, collection_id, token_data_id, property_version) include (amount);
drop index market.token_holders_holder_collection_id_idx;
-- Owners of a collection are added up in the index alone.
create index token_holders_of_collection on market.token_holders (collection_id, holder) include (amount);
drop index market.token_holders_collection_id_holder_idx;
