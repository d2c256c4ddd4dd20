-- What 0109 queued by wallet is queued by domain: of each turn of the worker only one is worked off, and all are looked at.
delete from market.list_item_sweeps s where kind = 'holder' and is_due and last_queue_id is null and exists (
  select from chain.current_ans_primary_name_v2 p
  join chain.current_ans_lookup_v2 l on l.domain = p.domain and l.subdomain = p.subdomain and l.token_standard = p.token_standard
  where p.registered_address = s.subject and p.subdomain <> '' and l.subdomain_expiration_policy = 1);
insert into market.list_item_sweeps as stored (kind, subject, is_due)
  select distinct 'domain', p.domain, true from chain.current_ans_primary_name_v2 p
  join chain.current_ans_lookup_v2 l on l.domain = p.domain and l.subdomain = p.subdomain and l.token_standard = p.token_standard
  where p.subdomain <> '' and l.subdomain_expiration_policy = 1
  order by 2
  on conflict (kind, subject) do update set is_due = true where not stored.is_due;

-- A list item no longer names a wallet by a name that leads elsewhere: those that do are written again.
select market.queue_tokens_showing('holder', array(
  select distinct p.registered_address from chain.current_ans_primary_name_v2 p
  join chain.current_ans_lookup_v2 l on l.domain = p.domain and l.subdomain = coalesce(p.subdomain, '') and l.token_standard = p.token_standard
  where not p.is_deleted and not l.is_deleted and l.registered_address is distinct from p.registered_address));
