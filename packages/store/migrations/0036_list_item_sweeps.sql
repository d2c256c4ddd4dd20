-- Wallets whose name, documents and pictures that changed, with many tokens: their list rows are queued by the worker, all together, and
-- again only once those have left the queue, however often the name or the document changes. Tokens of others are queued at once.
create table market.list_item_sweeps (
  kind text not null check (kind in ('holder', 'document', 'picture')),
  -- The wallet, or the address.
  subject text not null,
  is_due boolean not null,
  -- The last row of the queue that was added for it; null when none was.
  last_queue_id bigint,
  primary key (kind, subject)
);

-- The tokens that show a wallet's name, a document or a picture.
create function market.tokens_showing(kind text, subject text) returns table (token_data_id text, collection_id text)
language plpgsql stable as $$
begin
  case kind
    when 'holder' then
      return query select h.token_data_id, h.collection_id from market.token_holders h where h.holder = subject;
    when 'document' then
      return query select t.token_data_id, t.collection_id from chain.current_token_datas_v2 t where t.token_uri = subject;
    when 'picture' then
      return query select t.token_data_id, t.collection_id from market.metadata m
        join chain.current_token_datas_v2 t on t.token_uri = m.uri where m.image = subject;
  end case;
end
$$;

-- Whether more tokens show it than are queued at once.
create function market.has_many_tokens(kind text, subject text) returns boolean language plpgsql stable as $$
begin
  case kind
    when 'holder' then
      return (select count(*) from (select from market.token_holders h where h.holder = subject limit 201) few) > 200;
    when 'document' then
      return (select count(*) from (select from chain.current_token_datas_v2 t where t.token_uri = subject limit 201) few) > 200;
    when 'picture' then
      return (select count(*) from (select from market.metadata m
        join chain.current_token_datas_v2 t on t.token_uri = m.uri where m.image = subject limit 201) few) > 200;
  end case;
end
$$;

create function market.queue_tokens_showing(asked_kind text, subjects text[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select subject, market.has_many_tokens(asked_kind, subject) as has_many from unnest(subjects) as subject
  ), queued as (
    insert into market.token_list_item_queue (token_data_id, collection_id)
    select t.token_data_id, t.collection_id from changed cross join lateral market.tokens_showing(asked_kind, changed.subject) t
    where not changed.has_many
  )
  insert into market.list_item_sweeps as stored (kind, subject, is_due)
    select asked_kind, subject, true from changed where has_many order by subject
    on conflict (kind, subject) do update set is_due = true where not stored.is_due;
end
$$;

create or replace function market.queue_list_items_of_names() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'current_ans_lookup_v2' then
    perform market.queue_tokens_showing('holder', array(
      select distinct p.registered_address from after_it a
      join chain.current_ans_primary_name_v2 p on p.domain = a.domain and coalesce(p.subdomain, '') = a.subdomain
        and p.token_standard = a.token_standard));
  else
    perform market.queue_tokens_showing('holder', array(select distinct registered_address from after_it));
  end if;
  return null;
end
$$;

create or replace function market.queue_list_items_of_metadata() returns trigger language plpgsql as $$
begin
  perform market.queue_tokens_showing('document', array(
    select a.uri from after_it a join before_it b using (uri)
    where (a.image, a.animation_url, a.category, a.attributes)
      is distinct from (b.image, b.animation_url, b.category, b.attributes)));
  return null;
end
$$;

create or replace function market.queue_list_items_of_images() returns trigger language plpgsql as $$
begin
  perform market.queue_tokens_showing('picture', array(
    select a.src from after_it a join before_it b using (src)
    where (a.width, a.height, a.colour) is distinct from (b.width, b.height, b.colour)));
  return null;
end
$$;
