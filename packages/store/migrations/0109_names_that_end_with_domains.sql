-- Most subdomains end with their domain: list items that show one as the name of a wallet are written again when the domain is renewed.
create function market.queue_list_items_of_subdomains() returns trigger language plpgsql as $$
declare
  renewed text[];
begin
  if tg_op = 'INSERT' then
    renewed := array(select domain || ' ' || token_standard from after_it where subdomain = '');
  else
    renewed := array(select domain || ' ' || token_standard from after_it a join before_it b using (domain, subdomain, token_standard)
      where subdomain = '' and a.expiration_timestamp <> b.expiration_timestamp);
  end if;
  perform market.queue_tokens_showing('holder', array(
    select distinct p.registered_address from unnest(renewed) as name
    join chain.current_ans_primary_name_v2 p on p.domain = split_part(name, ' ', 1) and p.token_standard = split_part(name, ' ', 2)
    join chain.current_ans_lookup_v2 l on l.domain = p.domain and l.subdomain = p.subdomain and l.token_standard = p.token_standard
    where p.subdomain <> '' and l.subdomain_expiration_policy = 1));
  return null;
end
$$;

-- Those that were written with the subdomains' own times, by the worker.
insert into market.list_item_sweeps as stored (kind, subject, is_due)
  select distinct 'holder', p.registered_address, true from chain.current_ans_lookup_v2 l
  join chain.current_ans_primary_name_v2 p on p.domain = l.domain and p.subdomain = l.subdomain and p.token_standard = l.token_standard
  where l.subdomain_expiration_policy = 1
  order by 2
  on conflict (kind, subject) do update set is_due = true where not stored.is_due;

create trigger queue_list_items_of_new_domains after insert on chain.current_ans_lookup_v2
  referencing new table as after_it for each statement execute function market.queue_list_items_of_subdomains();
create trigger queue_list_items_of_renewed_domains after update on chain.current_ans_lookup_v2
  referencing old table as before_it new table as after_it for each statement execute function market.queue_list_items_of_subdomains();
