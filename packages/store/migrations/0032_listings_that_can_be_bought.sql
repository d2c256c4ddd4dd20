-- The stored lists of listings show the cheapest hundred that can be bought beside the cheapest hundred that cannot. Readers
-- look queued tokens up until their rows are rebuilt.
insert into market.token_list_item_queue (token_data_id, collection_id)
  select token_data_id, collection_id from market.listings where state = 'open' group by token_data_id, collection_id having count(*) > 100;
