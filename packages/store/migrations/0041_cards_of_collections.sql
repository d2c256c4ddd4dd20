-- What an activity shows of its token, all of a collection's together: a page of fifty looks at a few leaves of this, where rows
-- looked up by the token alone are anywhere.
create index token_cards_of_collection on market.token_cards (collection_id, token_data_id) include (name, image);
