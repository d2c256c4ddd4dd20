-- The sets that hold all of some tokens. By the index whatever the statistics say, as account.sets_of_token.
create function account.sets_of_tokens(wanted bytea[]) returns table (collection_id text, root text)
language sql stable set enable_seqscan = off as $$
  select s.collection_id, s.root from account.token_sets s where s.tokens @> wanted
$$;
