-- What a person is known by off the chain: how they signed in, and what they said.

-- A sign-in that was asked for. The wallet signs `message`; the row is taken away by the first answer, right or wrong.
create table account.sign_in_challenges (
  nonce text primary key,
  wallet text not null,
  message text not null,
  expires_at timestamptz not null
);
create index on account.sign_in_challenges (expires_at);
create index on account.sign_in_challenges (wallet);

-- An open session. Only the SHA-256 of the cookie's token is kept: whoever reads this table can be nobody.
create table account.sessions (
  token_hash text primary key,
  wallet text not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null
);
create index on account.sessions (wallet);
create index on account.sessions (expires_at);

-- Somebody says that something is wrong with a collection. The operator decides; reason and decision are public.
create table account.flag_requests (
  id bigint generated always as identity primary key,
  collection_id text not null,
  wallet text not null,
  reason text not null,
  remarks text not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  decision text,
  asked_at timestamptz not null,
  decided_at timestamptz
);
create unique index on account.flag_requests (wallet, collection_id) where status = 'open';
create index on account.flag_requests (collection_id, id);
