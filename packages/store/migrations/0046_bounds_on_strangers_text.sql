-- What strangers write is bounded in bytes wherever an index holds it: a row of a b-tree may have 2,704 bytes, and one that has more
-- fails the whole statement that writes it. Indexed text that comes from the chain or from metadata, and what bounds it:
--   market.images (src), market.metadata (uri), account.metadata_requests (uri)   2,048 bytes, the checks below
--   market.token_cards (name, image)                       128 characters and 1,500 bytes as JSON, write/token-card-sql
--   chain.current_collections_v2 (collection_name)         512 bytes, packages/chain/src/tokens/bounds; 128 on chain
--   market.collection_names (words and parts of names)     inverted: an entry is a word of 2,046 bytes at most, or three letters
--   chain.current_token_datas_v2 (token_uri, token_name), market.metadata (image)  hash indexes, which hold four bytes
--   chain.current_ans_* (domain, subdomain, token_name)    63 letters each, by the contracts of names
--   chain.fungible_* (asset_type), coin types              1,000 characters of ASCII, packages/chain/src/fungible/coin-type
--   order, listing and offer ids                           addresses and numbers, as adapters decode them
--   marketplace ids, kinds, states                         words of ours

-- Longer ones were kept where they compress well.
delete from market.images where octet_length(src) > 2048;
delete from market.metadata where octet_length(uri) > 2048;
delete from account.metadata_requests where octet_length(uri) > 2048;
alter table market.images add constraint images_src_bytes check (octet_length(src) <= 2048);
alter table market.metadata add constraint metadata_uri_bytes check (octet_length(uri) <= 2048);
alter table account.metadata_requests add constraint metadata_requests_uri_bytes check (octet_length(uri) <= 2048);

-- Documents with more traits than are kept are fetched again, and cut.
update market.metadata set attributes = null, status = 'pending', attempts = 0, next_attempt_at = now()
  where octet_length(attributes::text) > 40000;
alter table market.metadata add constraint metadata_attributes_bytes check (octet_length(attributes::text) <= 40000);

-- Work that failed by itself, however often it was tried: listed and tried again by `npm run media`.
create table market.dead_letters (
  work text not null check (work in ('card', 'ranking')),
  -- The token or the collection.
  subject text not null,
  attempts integer not null default 1,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (work, subject)
);

-- A card that cannot be made stays queued, set aside: readers look its token up, as they do while it waits.
alter table market.card_queue add column is_set_aside boolean not null default false;
