-- The stored lists of listings have the validity that 0027 renamed. Readers look queued tokens up until their rows are rebuilt.
insert into market.token_list_item_queue (token_data_id, collection_id)
  select distinct token_data_id, collection_id from market.listings where state = 'open' and validity = 'marketplace-closed';
