-- Views and functions for outsiders, and the rights of the API's roles. Last, since its grants name every table before it.

-- Read by outsiders: the marketplace GraphQL is derived from this schema, through a role that can read it and nothing else.
do $$
begin
  create role opal_public nologin;
exception
  when duplicate_object then null;
  when insufficient_privilege then
    raise exception 'The database user % may not create the role opal_public. Create it, and grant it to %.', current_user, current_user;
end
$$;
do $$
begin
  if not pg_has_role(current_user, 'opal_public', 'member') then
    execute format('grant opal_public to %I', current_user);
  end if;
end
$$;

create schema public_api;
grant usage on schema public_api to opal_public;

create view public_api.collections as
  select c.collection_id, c.collection_name as name, c.creator_address, c.token_standard, c.uri,
    s.floor_octas as floor_price, s.top_bid_octas as top_bid, coalesce(s.listed_count, 0) as total_listed,
    coalesce(s.owner_count, 0) as owners, coalesce(s.supply, c.current_supply)::numeric as supply,
    coalesce(s.volume_all_octas, 0) as all_time_volume, coalesce(s.sales_all, 0) as all_time_sales,
    s.last_sale_octas as last_sale,
    greatest(coalesce(s.last_version, 0), c.last_transaction_version) as last_transaction_version
  from chain.current_collections_v2 c
  left join market.collection_stats s using (collection_id);
comment on view public_api.collections is
  E'@primaryKey collection_id\nA collection with its figures. Prices and volumes in octas.';

create view public_api.listings as
  select l.marketplace, l.listing_id, l.token_data_id, l.collection_id, l.token_standard, l.property_version, l.seller,
    l.price_octas as price, l.state <> 'open' as is_deleted, l.state = 'open' and l.validity = 'valid' as is_live,
    l.last_version as last_transaction_version,
    timestamp 'epoch' + l.last_at_micros * interval '1 microsecond' as last_transaction_timestamp
  from market.listings l;
comment on view public_api.listings is
  E'@primaryKey marketplace,listing_id\n@foreignKey (collection_id) references public_api.collections (collection_id)\nA listing, open or ended. Price in octas.';
comment on column public_api.listings.is_deleted is 'Sold or taken back.';
comment on column public_api.listings.is_live is 'Open, and it could be bought now: the seller holds the token and the marketplace is open.';

create view public_api.token_offers as
  select o.marketplace, o.offer_id, o.token_data_id, o.collection_id, o.token_standard, o.property_version, o.buyer,
    o.price_octas as price, o.expires_at_seconds as expiration_time, o.state <> 'open' as is_deleted,
    o.state = 'open' and o.validity = 'valid' as is_live, o.last_version as last_transaction_version,
    timestamp 'epoch' + o.last_at_micros * interval '1 microsecond' as last_transaction_timestamp
  from market.token_offers o;
comment on view public_api.token_offers is
  E'@primaryKey marketplace,offer_id\n@foreignKey (collection_id) references public_api.collections (collection_id)\nAn offer on one token. Price in octas, expiration in Unix seconds.';
comment on column public_api.token_offers.is_deleted is 'Taken or cancelled.';
comment on column public_api.token_offers.is_live is 'Open when last looked at; expiration_time says until when.';

create view public_api.collection_offers as
  select o.marketplace, o.offer_id, o.collection_id, o.buyer, o.price_octas as price,
    o.remaining_amount as remaining_token_amount, o.expires_at_seconds as expiration_time, o.state <> 'open' as is_deleted,
    o.state = 'open' and o.validity = 'valid' and o.remaining_amount > 0 as is_live,
    o.last_version as last_transaction_version,
    timestamp 'epoch' + o.last_at_micros * interval '1 microsecond' as last_transaction_timestamp
  from market.collection_offers o;
comment on view public_api.collection_offers is
  E'@primaryKey marketplace,offer_id\n@foreignKey (collection_id) references public_api.collections (collection_id)\nAn offer on any token of a collection. Price in octas per token, expiration in Unix seconds.';
comment on column public_api.collection_offers.is_deleted is 'Taken whole, or cancelled.';
comment on column public_api.collection_offers.is_live is 'Open when last looked at; expiration_time says until when.';

create view public_api.sales as
  select s.version, s.event_index, s.marketplace, s.source, s.order_id, s.token_data_id, s.collection_id, s.seller,
    s.buyer, s.price_octas as price, s.commission_octas as commission, s.royalty_octas as royalty, s.is_wash,
    timestamp 'epoch' + s.at_micros * interval '1 microsecond' as sold_at
  from market.sales s;
comment on view public_api.sales is
  E'@primaryKey version,event_index\n@foreignKey (collection_id) references public_api.collections (collection_id)\nOne sale, however many events tell it. Amounts in octas.';

-- Live listings by collection, seller and price range, cheapest first.
create function public_api.live_listings(
  of_collection text default null,
  of_seller text default null,
  min_price numeric default null,
  max_price numeric default null
) returns setof public_api.listings language sql stable security definer set search_path = '' as $$
  select v.* from market.listings l join public_api.listings v using (marketplace, listing_id)
  where l.state = 'open' and l.validity = 'valid'
    and (of_collection is null or l.collection_id = of_collection)
    and (of_seller is null or l.seller = of_seller)
    and (min_price is null or l.price_octas >= min_price)
    and (max_price is null or l.price_octas <= max_price)
  order by l.price_octas, l.marketplace, l.listing_id
$$;

-- The best offers on any token of a collection that could be taken now, without the wallet's own.
create function public_api.top_collection_offers(of_collection text, not_by text default null)
returns setof public_api.collection_offers language sql stable security definer set search_path = '' as $$
  select v.* from market.collection_offers o join public_api.collection_offers v using (marketplace, offer_id)
  where o.collection_id = of_collection and o.state = 'open' and o.validity = 'valid' and o.remaining_amount > 0
    and (o.expires_at_seconds is null or o.expires_at_seconds > extract(epoch from now()))
    and (not_by is null or o.buyer <> not_by)
  order by o.price_octas desc, o.offer_id
$$;

-- The best offers on one token that could be taken now, without the wallet's own.
create function public_api.top_token_offers(of_token text, not_by text default null)
returns setof public_api.token_offers language sql stable security definer set search_path = '' as $$
  select v.* from market.token_offers o join public_api.token_offers v using (marketplace, offer_id)
  where o.token_data_id = of_token and o.state = 'open' and o.validity = 'valid'
    and (o.expires_at_seconds is null or o.expires_at_seconds > extract(epoch from now()))
    and (not_by is null or o.buyer <> not_by)
  order by o.price_octas desc, o.offer_id
$$;

grant select on all tables in schema public_api to opal_public;
revoke execute on all functions in schema public_api from public;
grant execute on all functions in schema public_api to opal_public;

-- The API's role ----------------------------------------------------------------------------------------------------

-- Rights of the API: read everything, write users' own rows, and act as `opal_public` for outsiders. The indexer stays the owner.
-- The role cannot log in: a deployment grants it to the user that its API connects as (docs/how-to/run-on-mainnet.md).
do $$
begin
  create role opal_api nologin;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'The database user % may not create the role opal_api. Create it, and grant opal_public to it.', current_user;
end
$$;
do $$
begin
  if not pg_has_role('opal_api', 'opal_public', 'member') then
    grant opal_public to opal_api;
  end if;
exception
  when insufficient_privilege then
    raise exception 'The database user % may not grant opal_public to opal_api: do it as a user who may.', current_user;
end
$$;

grant usage on schema chain, market, account, public_api to opal_api;
grant select on all tables in schema chain, market, account, public_api to opal_api;
alter default privileges in schema chain, market, account, public_api grant select on tables to opal_api;

grant insert, update, delete on all tables in schema account to opal_api;
grant usage on all sequences in schema account to opal_api;
alter default privileges in schema account grant insert, update, delete on tables to opal_api;
alter default privileges in schema account grant usage on sequences to opal_api;
-- Which events are skipped is decided at the indexer, by `npm run skip`.
revoke insert, update, delete on account.decode_skips from opal_api;

grant execute on all functions in schema public_api to opal_api;
alter default privileges in schema public_api grant execute on functions to opal_api;
