-- Sets of tokens that offers name by a merkle root: whoever has the list can sell into such an offer. A root is proof enough of its list,
-- so anybody may announce one.
create table account.token_sets (
  -- 64 hexadecimal digits.
  root text primary key,
  collection_id text not null,
  -- Ids of tokens; of another edition of a v1 token than 0 with `/` and its property version.
  tokens text[] not null,
  announced_at timestamptz not null default clock_timestamp()
);
-- The sets that a token is in.
create index token_sets_of_token on account.token_sets using gin (tokens);
-- Whether an open offer names a set.
create index collection_offers_open_of_set on market.collection_offers (set_root) where state = 'open' and set_root is not null;
