-- Clients that have announced a set which no open offer names yet. It stays while one of them has a share left for it, so nobody pushes out
-- what others have announced, too. `client` and `site` of account.token_sets, where the last one took it over, are not written any more.
create table account.token_set_announcements (
  root text not null,
  -- Hashes of the client and of the site that it belongs to.
  client text not null,
  site text not null,
  announced_at timestamptz not null default clock_timestamp(),
  primary key (root, client)
);

-- Pools that held less within the last hour than they hold now. Where space for sets is short, bids count by what their pool has held
-- for an hour: money that is there for a moment pushes nothing out. Rows of longer ago mean nothing, and are deleted by and by.
create table market.pools_raised (
  marketplace text not null,
  wallet text not null,
  raised_at_micros bigint not null,
  -- The least that the pool has held since an hour before that.
  held_octas numeric(20, 0) not null,
  primary key (marketplace, wallet)
);
create index pools_raised_by_time on market.pools_raised (raised_at_micros);

-- Sets that open offers name, as open snapshots have them: with the list behind a root anybody can sell into the offer that names it.
create view market.token_sets as
  select s.root, s.collection_id, s.size, s.condition from account.token_sets s
  where exists (
    select from market.collection_offers o
    where o.set_root = s.root and o.collection_id = s.collection_id and o.state = 'open' and o.validity <> 'expired' and o.set_root is not null
  );
comment on view market.token_sets is
  E'@primaryKey root\nA set of tokens that an open offer names, by its merkle root, in hexadecimal digits.';
comment on column market.token_sets.condition is 'The traits and ranks that exactly its tokens had when it was announced; null for a bare list.';

create view market.token_set_tokens as
  select s.root, '0x' || encode(substr(token, 1, 32), 'hex') as token_data_id,
    case when length(token) > 32 then convert_from(substr(token, 33), 'UTF8') else '0' end::numeric(20, 0) as property_version
  from market.token_sets named join account.token_sets s using (root) cross join unnest(s.tokens) as token;
comment on view market.token_set_tokens is
  E'@primaryKey root,token_data_id,property_version\nA token of such a set, in its edition; 0 for a v2 token.';
