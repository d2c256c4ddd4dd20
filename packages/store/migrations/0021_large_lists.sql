-- Lists of large markets: each order that is asked for is that of an index, so that a page costs as much as it shows.

-- Prices of a collection's listings in the order in which pages show them; all that a page and a count of the listed need.
create index on market.listings (collection_id, price_octas, token_data_id) include (marketplace) where state = 'open' and validity = 'valid';
create index on market.listings (collection_id, placed_at_micros, token_data_id) where state = 'open' and validity = 'valid';

-- Tokens that are not burned are counted, and walked by id, in the index alone.
create index current_token_datas_v2_of_collection on chain.current_token_datas_v2 (collection_id, token_data_id) include (is_deleted_v2);
drop index chain.current_token_datas_v2_collection_id_token_data_id_idx;

-- Rare kinds of activity, of a collection and of the whole market.
create index on market.activities (collection_id, kind, version desc, event_index desc);
create index on market.activities (kind, version desc, event_index desc);
create index on market.activities (marketplace, version desc, event_index desc) where marketplace is not null;

-- Sales of the last days over all collections.
create index on market.collection_hours (hour_micros) include (collection_id, volume_octas, sales) where sales > 0;
