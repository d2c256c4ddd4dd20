-- The condition that a set was built from, as it was announced: the API has checked that exactly its tokens fitted then. Null for a bare list.
alter table account.token_sets add column condition jsonb;

-- Bids on sets are kinds of activity of their own: whoever has no token of the set cannot sell into them.
alter table market.activities drop constraint activities_kind_check;
alter table market.activities add constraint activities_kind_check check (kind in ('list', 'reprice', 'delist', 'token-bid', 'cancel-token-bid',
  'collection-bid', 'cancel-collection-bid', 'set-bid', 'cancel-set-bid', 'sale', 'accept-token-bid', 'accept-collection-bid', 'accept-set-bid',
  'transfer', 'mint', 'burn'));
update market.activities a set kind = replace(a.kind, 'collection', 'set')
from market.collection_offers o
where a.kind in ('collection-bid', 'cancel-collection-bid', 'accept-collection-bid')
  and o.marketplace = a.marketplace and o.offer_id = a.order_id and o.set_root is not null;
