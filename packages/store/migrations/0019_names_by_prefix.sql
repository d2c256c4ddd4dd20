-- Names by their beginning, in an order that does not depend on the database's locale.
create index current_ans_lookup_v2_by_prefix on chain.current_ans_lookup_v2 (domain collate "C", token_standard desc)
  where subdomain = '' and not is_deleted;
