-- Tokens as lists show them, ready to be sent. A page of fifty would look up owner, listing, sale, picture, rank and offer of each
-- otherwise. Made by the indexer's worker of the tokens that stand in the queue; what stands there is not shown from here.
create table market.token_cards (
  token_data_id text primary key,
  collection_id text not null,
  -- Its cheapest live listing; null where it is not for sale, or was burned.
  listed_octas numeric(20, 0),
  -- Both as JSON.
  name text not null,
  image text not null,
  -- Members of a JSON object, without its braces: what else a list shows and neither time nor the collection changes.
  card text not null,
  -- Null where nobody holds it, or it was burned.
  holder text,
  -- JSON of what runs out some day, names of the holder and the best offer; null where there is neither.
  passing text
);
-- A page of what a collection has for sale is one walk along this.
create index token_cards_for_sale on market.token_cards (collection_id, listed_octas, token_data_id) where listed_octas is not null;

-- Append-only for writers, so that none waits for another; a token may stand here many times. Whoever changes what a card shows
-- adds its token in the same transaction.
create table market.card_queue (
  id bigint generated always as identity primary key,
  token_data_id text not null,
  -- Null while the token has not been described.
  collection_id text
);
create index card_queue_of_collection on market.card_queue (collection_id);
create index card_queue_of_token on market.card_queue (token_data_id);

-- What workers and operators change beside the pipeline is queued by the tables themselves; the pipeline knows its tokens.
create index metadata_of_image on market.metadata using hash (image);

create function market.queue_cards_of_metadata() returns trigger language plpgsql as $$
begin
  insert into market.card_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from after_it a join before_it b using (uri)
    join chain.current_token_datas_v2 t on t.token_uri = a.uri
    where (a.image, a.animation_url) is distinct from (b.image, b.animation_url);
  return null;
end
$$;
create trigger queue_cards after update on market.metadata
  referencing old table as before_it new table as after_it for each statement execute function market.queue_cards_of_metadata();

create function market.queue_cards_of_images() returns trigger language plpgsql as $$
begin
  insert into market.card_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from after_it a join before_it b using (src)
    join market.metadata m on m.image = a.src
    join chain.current_token_datas_v2 t on t.token_uri = m.uri
    where (a.width, a.height, a.colour) is distinct from (b.width, b.height, b.colour);
  return null;
end
$$;
create trigger queue_cards after update on market.images
  referencing old table as before_it new table as after_it for each statement execute function market.queue_cards_of_images();

create function market.queue_cards_of_ranks() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into market.card_queue (token_data_id, collection_id)
      select a.token_data_id, a.collection_id from after_it a join before_it b using (token_data_id) where a.rank <> b.rank;
  elsif tg_op = 'INSERT' then
    insert into market.card_queue (token_data_id, collection_id) select token_data_id, collection_id from after_it;
  else
    insert into market.card_queue (token_data_id, collection_id) select token_data_id, collection_id from before_it;
  end if;
  return null;
end
$$;
create trigger queue_cards_of_new after insert on market.token_rarity
  referencing new table as after_it for each statement execute function market.queue_cards_of_ranks();
create trigger queue_cards after update on market.token_rarity
  referencing old table as before_it new table as after_it for each statement execute function market.queue_cards_of_ranks();
create trigger queue_cards_of_gone after delete on market.token_rarity
  referencing old table as before_it for each statement execute function market.queue_cards_of_ranks();

-- A name is shown wherever its account holds something.
create function market.queue_cards_of_names() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'current_ans_lookup_v2' then
    insert into market.card_queue (token_data_id, collection_id)
      select h.token_data_id, h.collection_id from after_it a
      join chain.current_ans_primary_name_v2 p on p.domain = a.domain and coalesce(p.subdomain, '') = a.subdomain
        and p.token_standard = a.token_standard
      join market.token_holders h on h.holder = p.registered_address;
  else
    insert into market.card_queue (token_data_id, collection_id)
      select h.token_data_id, h.collection_id from after_it a join market.token_holders h on h.holder = a.registered_address;
  end if;
  return null;
end
$$;
create index current_ans_primary_name_v2_of_name on chain.current_ans_primary_name_v2 (domain, subdomain);
create trigger queue_cards_of_new after insert on chain.current_ans_primary_name_v2
  referencing new table as after_it for each statement execute function market.queue_cards_of_names();
create trigger queue_cards after update on chain.current_ans_primary_name_v2
  referencing new table as after_it for each statement execute function market.queue_cards_of_names();
create trigger queue_cards_of_new after insert on chain.current_ans_lookup_v2
  referencing new table as after_it for each statement execute function market.queue_cards_of_names();
create trigger queue_cards after update on chain.current_ans_lookup_v2
  referencing new table as after_it for each statement execute function market.queue_cards_of_names();

-- Collection by collection: what a page shows lies together then.
insert into market.card_queue (token_data_id, collection_id)
  select token_data_id, collection_id from chain.current_token_datas_v2 order by collection_id, token_data_id;
