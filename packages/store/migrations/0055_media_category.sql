-- What the metadata says its animation is (`properties.category`): a film need not end in .mp4.
alter table market.metadata add column category text;

-- A token's own page shows it.
create or replace function market.queue_cards_of_metadata() returns trigger language plpgsql as $$
begin
  insert into market.card_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from after_it a join before_it b using (uri)
    join chain.current_token_datas_v2 t on t.token_uri = a.uri
    where (a.image, a.animation_url, a.category, a.attributes)
      is distinct from (b.image, b.animation_url, b.category, b.attributes);
  return null;
end
$$;

-- Documents that were read before have not been asked for it; only what moves has one that is shown.
update market.metadata set status = 'pending', attempts = 0, next_attempt_at = now()
  where status = 'ready' and animation_url is not null;
