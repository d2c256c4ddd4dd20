-- The collection whose token or own address first named a document, and the document a picture: fetchers share their time among
-- collections. Null: not known.
alter table market.metadata add column collection_id text;
alter table market.images add column collection_id text;

update market.metadata m set collection_id = coalesce(
  (select min(t.collection_id) from chain.current_token_datas_v2 t where t.token_uri = m.uri),
  (select min(c.collection_id) from chain.current_collections_v2 c where c.uri = m.uri))
  where status = 'pending';
update market.images i set collection_id = (select min(m.collection_id) from market.metadata m where m.image = i.src)
  where status = 'pending';

-- What answers for an address: the content of an `ipfs://` or `ar://` one, which the operator's gateways fetch; else its host. The
-- contents of a gateway that is named itself are told apart: a missing one takes as long as the gateway likes, the next is there.
create function market.media_source(uri text) returns text language sql immutable parallel safe as $$
  select lower(coalesce(
    substring(uri from '^(?:[iI][pP][fF][sS])://(?:ipfs/)?([^/?#]+)'),
    substring(uri from '^ar://([^/?#]+)'),
    substring(uri from '^[hH][tT][tT][pP][sS]?://([^/?#]*/ipfs/[^/?#]+)'),
    substring(uri from '^[hH][tT][tT][pP][sS]?://([^/?#]*)'),
    ''))
$$;
