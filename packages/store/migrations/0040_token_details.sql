-- What a token's own page shows beside its card, so that the page is one row, too: fields that are numbers, words of ours or JSON,
-- apart by U+001F (read/token-detail-sql). Null until the card is made again.
alter table market.token_cards add column detail text;
-- When the first offer among them runs out; what is the case then, they do not say.
alter table market.token_cards add column detail_until numeric(20, 0);

-- Traits are shown there.
create or replace function market.queue_cards_of_metadata() returns trigger language plpgsql as $$
begin
  insert into market.card_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from after_it a join before_it b using (uri)
    join chain.current_token_datas_v2 t on t.token_uri = a.uri
    where (a.image, a.animation_url, a.attributes) is distinct from (b.image, b.animation_url, b.attributes);
  return null;
end
$$;

-- Collection by collection: what a page shows lies together then.
insert into market.card_queue (token_data_id, collection_id)
  select token_data_id, collection_id from chain.current_token_datas_v2 order by collection_id, token_data_id;
