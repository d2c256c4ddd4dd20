-- A name that is written, or a domain that is renewed, looks at no other name of its domain, and at no more of what a wallet holds than tells that it is
-- much: any number of wallets may have names under one domain, and each may hold any number of tokens.
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
    -- The wallets first: many of them may hold little. Then not by tokens_showing, which selects all before the first is counted.
    when 'domain' then
      if (select count(*) from (select from chain.current_ans_primary_name_v2 p where p.domain = subject limit 201) few) > 200 then
        return true;
      end if;
      return (select count(*) from (select from chain.current_ans_primary_name_v2 p
        join chain.current_ans_lookup_v2 l on l.domain = p.domain and l.subdomain = p.subdomain and l.token_standard = p.token_standard
        join market.token_holders h on h.holder = p.registered_address
        where p.domain = subject and p.subdomain <> '' and l.subdomain_expiration_policy = 1 limit 201) few) > 200;
  end case;
end
$$;

-- A domain has no subdomain, which some rows say by null. Each way is looked up in the index of names: by an expression of both, all names of the domain
-- would be gone through.
create or replace function market.queue_list_items_of_names() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'current_ans_lookup_v2' then
    perform market.queue_tokens_showing('holder', array(
      select distinct p.registered_address from after_it a
      cross join lateral (
        select registered_address, token_standard from chain.current_ans_primary_name_v2 where domain = a.domain and subdomain = a.subdomain
        union all
        select registered_address, token_standard from chain.current_ans_primary_name_v2
        where domain = a.domain and subdomain is null and a.subdomain = ''
      ) p where p.token_standard = a.token_standard));
  else
    perform market.queue_tokens_showing('holder', array(select distinct registered_address from after_it));
  end if;
  return null;
end
$$;
