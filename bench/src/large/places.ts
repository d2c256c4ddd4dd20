import { MAX_EXIT_WALLETS } from '@opal/contract/portfolio/exit'
import type { Store } from '@opal/store/driver/connection'
import { queryRows } from '@opal/store/testing/query-rows'

/** Entities that one request names together, as a page would. */
export interface Place {
  readonly collectionId: string
  readonly collectionName: string
  readonly tokenDataId: string
  readonly tokenName: string
  /** A token of the collection with a listing; the same token where none is listed. */
  readonly listedTokenDataId: string
  readonly owner: string
  /** Wallets that hold most of the collection. */
  readonly owners: readonly string[]
  readonly bidder: string
  /** A trait of the collection with one of its values. */
  readonly trait: string
  readonly traitValue: string
}

/** Randomly drawn collections, in addition to the extremes. */
const RANDOM_COLLECTIONS = 15

/** The collections with most items, listings, sales, owners and bids, and some drawn by hash, the same in every run. */
const COLLECTIONS = `select distinct collection_id from (
    (select collection_id from market.collection_stats order by supply desc, collection_id limit 1)
    union all (select collection_id from market.collection_stats order by listed_count desc, collection_id limit 1)
    union all (select collection_id from market.collection_stats order by sales_all desc, collection_id limit 1)
    union all (select collection_id from market.collection_stats order by owner_count desc, collection_id limit 1)
    union all (select collection_id from market.collection_offers group by 1 order by count(*) desc, 1 limit 1)
    union all (select collection_id from market.collection_stats where listed_count > 0
      order by md5(collection_id) limit ${RANDOM_COLLECTIONS})
  ) chosen`

const PLACES = `select c.collection_id as "collectionId", c.collection_name as "collectionName",
    t.token_data_id as "tokenDataId", t.token_name as "tokenName",
    coalesce(l.token_data_id, t.token_data_id) as "listedTokenDataId",
    coalesce(o.owner_address, '0x1') as owner, coalesce(h.wallets, array['0x1']) as owners, coalesce(b.buyer, '0x1') as bidder,
    coalesce(v.trait, 'Background') as trait, coalesce(v.value, 'Red') as "traitValue"
  from (${COLLECTIONS}) chosen
  join chain.current_collections_v2 c using (collection_id)
  cross join lateral (select token_data_id, token_name from chain.current_token_datas_v2
    where collection_id = c.collection_id order by token_data_id limit 1) t
  left join lateral (select token_data_id from market.listings
    where collection_id = c.collection_id and state = 'open' order by token_data_id limit 1) l on true
  left join lateral (select owner_address from chain.current_token_ownerships_v2
    where token_data_id = t.token_data_id and amount > 0 order by owner_address limit 1) o on true
  left join lateral (select array_agg(wallet) as wallets from (
    select wallet from market.collection_holders where collection_id = c.collection_id order by editions desc, wallet limit ${MAX_EXIT_WALLETS}
  ) most) h on true
  left join lateral (select buyer from market.collection_offers where collection_id = c.collection_id order by buyer limit 1) b on true
  left join lateral (select trait, value from market.trait_versions, jsonb_each(counts) of_trait(trait, of_values),
    jsonb_object_keys(of_values) value where collection_id = c.collection_id order by trait, value limit 1) v on true
  order by md5(c.collection_id)`

/** The wallets with most items and most bids, and the token with most activities. */
const EXTREMES = `select
  (select owner_address from chain.current_token_ownerships_v2 where amount > 0 group by 1 order by count(*) desc, 1 limit 1) as owner,
  (select buyer from market.collection_offers group by 1 order by count(*) desc, 1 limit 1) as bidder,
  (select token_data_id from market.activities where token_data_id is not null group by 1 order by count(*) desc, 1 limit 1)
    as "tokenDataId"`

/** Chooses places of a store: its extremes, first of all the busiest wallets and token, and a random sample. Of equals it takes the first by id. */
export async function readPlaces(store: Store): Promise<readonly [Place, ...Place[]]> {
  const [extremes] = await queryRows<Pick<Place, 'owner' | 'bidder' | 'tokenDataId'>>(store, EXTREMES)
  const places = await queryRows<Place>(store, PLACES)
  const [first] = places
  if (extremes === undefined || first === undefined) throw new Error('the store holds no collection with items')
  return [{ ...first, ...extremes }, ...places]
}
