-- Listings that have begun since an hour: what a batch changes of a collection's hours is read without those that stand.
create index on market.listing_spans (collection_id, from_micros);
-- The last sale of a collection, however many wash trades came after it.
create index sales_last on market.sales (collection_id, at_micros desc, version desc, event_index desc) where not is_wash;
-- Listings of a token that went on after it moved, however many had ended by then.
create index on market.listings (token_data_id, last_version) where token_standard = 'v2';
