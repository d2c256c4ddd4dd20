-- A domain whose time changes is queued as one: any number of wallets may have a name under it. Those of many are looked up by the worker.
alter table market.list_item_sweeps drop constraint list_item_sweeps_kind_check,
  add constraint list_item_sweeps_kind_check check (kind in ('holder', 'document', 'picture', 'domain')) not valid;

create or replace function market.tokens_showing(kind text, subject text) returns table (token_data_id text, collection_id text)
language plpgsql stable as $$
begin
  case kind
    when 'holder' then
      return query select h.token_data_id, h.collection_id from market.token_holders h where h.holder = subject;
    when 'document' then
      return query select t.token_data_id, t.collection_id from chain.current_token_datas_v2 t where t.token_uri = subject;
    when 'picture' then
      return query select t.token_data_id, t.collection_id from market.metadata m
        join chain.current_token_datas_v2 t on t.token_uri = m.uri
        where hashtextextended(m.image, 0) = hashtextextended(subject, 0) and m.image = subject;
    -- What wallets hold that are named by those of its subdomains that end with it.
    when 'domain' then
      return query select h.token_data_id, h.collection_id from chain.current_ans_primary_name_v2 p
        join chain.current_ans_lookup_v2 l on l.domain = p.domain and l.subdomain = p.subdomain and l.token_standard = p.token_standard
        join market.token_holders h on h.holder = p.registered_address
        where p.domain = subject and p.subdomain <> '' and l.subdomain_expiration_policy = 1;
  end case;
end
$$;

create or replace function market.has_many_tokens(kind text, subject text) returns boolean language plpgsql stable as $$
begin
  case kind
    when 'holder' then
      return (select count(*) from (select from market.token_holders h where h.holder = subject limit 201) few) > 200;
    when 'document' then
      return (select count(*) from (select from chain.current_token_datas_v2 t where t.token_uri = subject limit 201) few) > 200;
    when 'picture' then
      return (select count(*) from (select from market.metadata m
        join chain.current_token_datas_v2 t on t.token_uri = m.uri
        where hashtextextended(m.image, 0) = hashtextextended(subject, 0) and m.image = subject limit 201) few) > 200;
    -- The wallets first: many of them may hold little.
    when 'domain' then
      if (select count(*) from (select from chain.current_ans_primary_name_v2 p where p.domain = subject limit 201) few) > 200 then
        return true;
      end if;
      return (select count(*) from (select from market.tokens_showing(kind, subject) limit 201) few) > 200;
  end case;
end
$$;

create or replace function market.queue_list_items_of_subdomains() returns trigger language plpgsql as $$
declare
  renewed text[];
begin
  if tg_op = 'INSERT' then
    renewed := array(select distinct domain from after_it where subdomain = '');
  else
    renewed := array(select distinct domain from after_it a join before_it b using (domain, subdomain, token_standard)
      where subdomain = '' and a.expiration_timestamp <> b.expiration_timestamp);
  end if;
  perform market.queue_tokens_showing('domain', renewed);
  return null;
end
$$;
