import type { Store } from '@opal/store/driver/connection'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import type { ReferenceToken } from './reference-items.ts'

const TABLES = [
  'chain.current_token_datas_v2',
  'market.token_rarity',
  'market.listings',
  'market.sales',
  'market.token_list_items',
  'market.token_list_item_queue',
]

/** Returns a tag that runs a template as a query, its expressions as parameters. */
function queryTag({ pool }: Pick<Store, 'pool'>) {
  return (parts: TemplateStringsArray, ...values: readonly unknown[]) =>
    pool.query(
      parts.reduce((text, part, at) => `${text}$${at}${part}`),
      [...values],
    )
}

/** Replaces a collection by one of these tokens, as the indexer would have written it. */
export async function writeReferenceItems(
  store: Pick<Store, 'db' | 'pool'>,
  collectionId: string,
  tokens: readonly ReferenceToken[],
): Promise<void> {
  const query = queryTag(store)
  for (const table of TABLES) await store.pool.query(`delete from ${table} where collection_id = $1`, [collectionId])
  await query`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
      token_standard, last_transaction_version, last_transaction_timestamp)
    values (${collectionId}, ${collectionId}, 'Stones', '', '', ${tokens.length}, 'v2', 1, now())
    on conflict (collection_id) do nothing`
  if (tokens.length === 0) return
  const column = <Value>(of: (token: ReferenceToken) => Value) => tokens.map(of)
  await query`insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri,
      token_properties, token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
    select id, ${collectionId}, name, '', 'plain:' || id, '{}'::jsonb, 'v2', false, 1, now()
    from unnest(${column((token) => token.tokenDataId)}::text[], ${column((token) => token.name)}::text[]) as t (id, name)`
  await query`insert into market.metadata (uri, status, attributes)
    select 'plain:' || id, 'ready', attributes
    from unnest(${column((token) => token.tokenDataId)}::text[], ${column((token) => JSON.stringify(token.traits))}::jsonb[]) as t (id, attributes)
    on conflict (uri) do update set attributes = excluded.attributes`
  await query`insert into market.token_rarity (token_data_id, collection_id, rank, score, breakdown)
    select id, ${collectionId}, rank, 1, '[]'
    from unnest(${column((token) => token.tokenDataId)}::text[], ${column((token) => token.rank)}::integer[]) as t (id, rank)
    where rank is not null`
  for (const token of tokens) await writeTrades(store, collectionId, token)
  // As every writer of a token does.
  await queueListItems(
    store.db,
    tokens.map(({ tokenDataId }) => tokenDataId),
  )
}

async function writeTrades(store: Pick<Store, 'pool'>, collectionId: string, token: ReferenceToken): Promise<void> {
  const query = queryTag(store)
  for (const { marketplace, listingId, seller, priceOctas, placedAtMicros, isClosed, unbuyable } of token.listings)
    await query`insert into market.listings (marketplace, listing_id, token_data_id, property_version, token_standard, collection_id,
        seller, price_octas, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
      values (${marketplace}, ${listingId}, ${token.tokenDataId}, 0, 'v2', ${collectionId}, ${seller}, ${priceOctas}, 'open', ${isClosed === true ? 'marketplace-closed' : (unbuyable ?? 'valid')},
        1, ${placedAtMicros}, 1, 0, ${placedAtMicros})`
  if (token.soldAtMicros !== null)
    await query`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version, collection_id,
        seller, buyer, price_octas, is_wash, at_micros)
      values ((select coalesce(max(version), 0) + 1 from market.sales), 0, 'opal', 'listing', '0x1', ${token.tokenDataId}, 0, ${collectionId},
        '0x2', '0x3', 5, false, ${token.soldAtMicros})`
}
