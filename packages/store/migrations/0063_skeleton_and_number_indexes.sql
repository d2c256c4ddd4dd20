-- outside a transaction
-- Traded collections by the skeleton of their names, the most traded first; and those whose skeleton is still to be made.
drop index concurrently if exists market.collection_names_by_skeleton;
create index concurrently collection_names_by_skeleton on market.collection_names (skeleton, volume_octas desc) where volume_octas > 0;
drop index concurrently if exists market.collection_names_without_skeleton;
create index concurrently collection_names_without_skeleton on market.collection_names (collection_id) where skeleton is null;

-- Tokens of a collection by the number that their names end in.
drop index concurrently if exists chain.token_numbers;
create index concurrently token_numbers on chain.current_token_datas_v2
  (hashtextextended(collection_id || ' ' || market.trailing_number(token_name), 0)) where token_name ~ '[0-9]$' and is_deleted_v2 is not true;
