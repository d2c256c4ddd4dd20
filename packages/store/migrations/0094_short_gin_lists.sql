-- What waits to be entered into an inverted index is read through by every search. Anyone can make collections, and a collection's row is entered
-- again at each of its sales: of what waits there are thirty-two blocks at most, not the usual five hundred. Writes are still entered together.
alter index market.collection_names_words set (gin_pending_list_limit = 256);
alter index market.collection_names_parts set (gin_pending_list_limit = 256);
alter index chain.current_collections_v2_collection_name_idx set (gin_pending_list_limit = 256);
