-- outside a transaction
-- A collection's tokens by name are walked in an index that has its collection in a collation of its own, so that nothing else can be used in its place. A plan for
-- any collection expects few tokens: it read and sorted all those of a large one, in an index that has the names but not their order.
drop index concurrently if exists chain.tokens_by_name;
create index concurrently tokens_by_name on chain.current_token_datas_v2
  (collection_id collate "C", "left"(lpad(length(token_name)::text, 4, '0') || token_name, 200) collate "C")
  where is_deleted_v2 is not true;
drop index concurrently if exists chain.token_names_in_order;
