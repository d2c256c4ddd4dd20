-- Offers on tokens of a collection that hold no money: the bidder's pool pays, one deposit for all of them. `wanted_amount` is what an
-- offer asks for, `remaining_amount` what can be sold into it: of a pooled one as many as the pool pays.
alter table market.order_events
  add column is_pooled boolean not null default false,
  -- Root of the set of wanted tokens, empty for any token of the collection; null where the event does not say, or is of another order.
  add column set_root text;
alter table market.collection_offers
  add column wanted_amount numeric(20, 0),
  add column is_pooled boolean not null default false,
  -- Null: any token of the collection.
  add column set_root text;
update market.collection_offers set wanted_amount = remaining_amount;
alter table market.collection_offers alter column wanted_amount set not null;

-- What bidders' pools hold.
create table market.bid_pools (
  marketplace text not null,
  wallet text not null,
  balance_octas numeric(20, 0) not null,
  last_version bigint not null,
  last_at_micros bigint not null,
  primary key (marketplace, wallet)
);

-- Wallets with many pooled offers of which some may not be what the pool pays: these are computed again in parts, between batches.
create table market.pools_due (
  wallet text primary key,
  turn bigint generated always as identity
);

-- The best bids on any token of a collection, in all and of each marketplace. Offers that count for nothing are not among them: anyone
-- can place a thousand that an empty pool pays.
drop index market.collection_offers_collection_id_price_octas_idx;
drop index market.collection_offers_by_marketplace;
create index collection_offers_live on market.collection_offers (collection_id, price_octas desc, offer_id)
  where state = 'open' and validity = 'valid' and set_root is null;
create index collection_offers_by_marketplace on market.collection_offers (collection_id, marketplace, price_octas desc, offer_id)
  where state = 'open' and validity in ('valid', 'marketplace-closed') and set_root is null;
-- The best bids on each set of tokens.
create index collection_offers_of_set on market.collection_offers (collection_id, set_root, price_octas desc, offer_id)
  where state = 'open' and validity in ('valid', 'marketplace-closed') and set_root is not null;
create index collection_offers_live_of_sets on market.collection_offers (collection_id, price_octas desc, offer_id)
  where state = 'open' and validity = 'valid' and set_root is not null;
create index collection_offers_pooled on market.collection_offers (buyer) where state = 'open' and is_pooled;
create index collection_offers_pooled_expiring on market.collection_offers (expires_at_seconds)
  where is_pooled and validity in ('unfunded', 'bidder-refuses');

-- Offers on a set of tokens are none on any token of the collection.
create or replace view public_api.collection_offers as
  select o.marketplace, o.offer_id, o.collection_id, o.buyer, o.price_octas as price,
    o.remaining_amount as remaining_token_amount, o.expires_at_seconds as expiration_time, o.state <> 'open' as is_deleted,
    o.state = 'open' and o.validity = 'valid' and o.remaining_amount > 0 as is_live,
    o.last_version as last_transaction_version,
    timestamp 'epoch' + o.last_at_micros * interval '1 microsecond' as last_transaction_timestamp
  from market.collection_offers o where o.set_root is null;

create or replace function public_api.top_collection_offers(of_collection text, not_by text default null)
returns setof public_api.collection_offers language sql stable security definer set search_path = '' as $$
  select v.* from market.collection_offers o join public_api.collection_offers v using (marketplace, offer_id)
  where o.collection_id = of_collection and o.state = 'open' and o.validity = 'valid' and o.remaining_amount > 0
    and o.set_root is null
    and (o.expires_at_seconds is null or o.expires_at_seconds > extract(epoch from now()))
    and (not_by is null or o.buyer <> not_by)
  order by o.price_octas desc, o.offer_id
$$;
