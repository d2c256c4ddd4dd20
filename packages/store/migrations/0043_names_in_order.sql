-- A collection's tokens by name are walked in the index, shorter names first. It holds the beginnings of names: chain text may be of any
-- length, and an entry must fit into a page.
create index token_names_in_order on chain.current_token_datas_v2
  (collection_id, "left"(lpad(length(token_name)::text, 4, '0') || token_name, 200) collate "C")
  where is_deleted_v2 is not true;
