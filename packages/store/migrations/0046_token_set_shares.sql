-- What strangers can store as sets of tokens is bounded in bytes; see packages/store/src/accounts/token-set-shares.ts.
-- Tokens as bytes: 32 of the token's address, and for another edition of a v1 token than 0 the digits of its property version.
drop index account.token_sets_of_token;
alter table account.token_sets
  add column as_bytes bytea[],
  add column size integer,
  -- Hashes of the client that announced the set last and of the site it belongs to, until an open offer names the set.
  add column client text,
  add column site text;
update account.token_sets s set size = cardinality(s.tokens), as_bytes = (
  select array_agg(decode(substr(split_part(token, '/', 1), 3), 'hex') || convert_to(split_part(token, '/', 2), 'UTF8') order by n)
  from unnest(s.tokens) with ordinality as list (token, n)
);
alter table account.token_sets drop column tokens;
alter table account.token_sets rename column as_bytes to tokens;
alter table account.token_sets
  alter column tokens set not null,
  alter column size set not null,
  -- Hashes do not compress.
  alter column tokens set storage external,
  -- Bytes that the set counts: its list, its entries in the index of tokens, and its part of what every reader of its collection reads.
  add column cost integer not null generated always as (16384 + 40 * size) stored;

-- The sets that a token is in. Whoever announces a set waits until the index has its tokens; readers scan no list of pending ones.
create index token_sets_of_token on account.token_sets using gin (tokens) with (fastupdate = off);
create index token_sets_of_collection on account.token_sets (collection_id);
create index token_sets_unnamed on account.token_sets (announced_at) where client is not null;

-- By the index whatever the statistics say: a scan would read the whole list of every set to see whether the token is in it.
create function account.sets_of_token(token bytea) returns table (collection_id text, root text)
language sql stable set enable_seqscan = off as $$
  select s.collection_id, s.root from account.token_sets s where s.tokens @> array[token]
$$;

-- The bidders whose offers name a set.
drop index market.collection_offers_open_of_set;
create index collection_offers_naming_set on market.collection_offers (set_root, collection_id, marketplace, buyer)
  where state = 'open' and validity <> 'expired' and set_root is not null;

-- Offers on sets are read set by set. Without statistics the server would take this index for it, and pass over those of all other sets.
drop index market.collection_offers_live_of_sets;
