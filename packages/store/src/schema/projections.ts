import {
  bigint,
  boolean,
  defineTable,
  doublePrecision,
  integer,
  jsonb,
  nullable,
  numeric,
  type RowOf,
  text,
  timestamptz,
} from './table.ts'

/**
 * A token as lists show it, in one row: `listed_octas` its price where it is for sale, `name` and `image` as JSON, `item` all that a page
 * needs of it (`TokenListItem` of queries/tokens/token-list-items), `detail` what its own page shows in addition (`TokenDetailFields` of
 * projections/token-list-items/definition) until `detail_until`, seconds. Queued rows are stale: they are derived again and not served.
 * Key: token_data_id. Writer: projections/token-list-items/worker. Rebuildable: from token state, the book and fetched metadata.
 */
export const tokenListItems = defineTable('market.token_list_items', ['token_data_id'], {
  token_data_id: text,
  collection_id: text,
  listed_octas: nullable(numeric),
  name: text,
  image: text,
  item: text,
  detail: nullable(text),
  detail_until: nullable(numeric),
})
export type TokenListItemRow = RowOf<typeof tokenListItems>

/**
 * Tokens whose list items have to be rebuilt; a token may be queued many times. The database numbers the rows. Set aside are those whose
 * list items could not be made (`market.dead_letters`), until they change.
 * Key: id. Writers: projections/token-list-items/queue, triggers of metadata, images, ranks and names; projections/token-list-items/queue-sweeps;
 * projections/token-list-items/worker takes off.
 */
export const tokenListItemQueue = defineTable('market.token_list_item_queue', ['id'], {
  id: bigint,
  token_data_id: text,
  collection_id: nullable(text),
  is_set_aside: boolean,
})
export type TokenListItemQueueRow = RowOf<typeof tokenListItemQueue>

/**
 * Wallets whose name, domains whose time, documents and images that changed, with many tokens, until the list items of those are made again.
 * Key: kind, subject. Writers: triggers of names, metadata and images; projections/token-list-items/queue-sweeps works off.
 */
export const listItemSweeps = defineTable('market.list_item_sweeps', ['kind', 'subject'], {
  kind: text,
  subject: text,
  is_due: boolean,
  last_queue_id: nullable(bigint),
})
export type ListItemSweepRow = RowOf<typeof listItemSweeps>

/**
 * When the name or the image of some token of a collection changed last: a number that only grows, for caches.
 * Key: collection_id; none before the first change. Writer: projections/token-list-items/worker. Not rebuilt: it says nothing by itself.
 */
export const tokenPreviewVersions = defineTable('market.token_preview_versions', ['collection_id'], {
  collection_id: text,
  version: bigint,
})
export type TokenPreviewVersionRow = RowOf<typeof tokenPreviewVersions>

/**
 * Rank of a token within its collection, and what its score is made of (`TraitScore[]` of domain/rarity).
 * Key: token_data_id. Writer: projections/rarity/worker. Rebuildable: from token state and fetched metadata.
 */
export const tokenRarity = defineTable('market.token_rarity', ['token_data_id'], {
  token_data_id: text,
  collection_id: text,
  rank: integer,
  score: doublePrecision,
  breakdown: jsonb,
})
export type TokenRarityRow = RowOf<typeof tokenRarity>

/**
 * Collections that wait to be ranked; one may have many rows. The database numbers the rows.
 * Key: id. Writers: projections/metadata/queue, projections/rarity/worker.
 */
export const rarityQueue = defineTable('market.rarity_queue', ['id'], { id: bigint, collection_id: text })
export type RarityQueueRow = RowOf<typeof rarityQueue>

/**
 * How often a collection has been ranked: changes whenever its traits or ranks may have changed. `counts` says how many of its tokens
 * had each value then, `{ trait: { value: tokens } }`; null where that was not counted.
 * Key: collection_id. Writer: projections/rarity/worker.
 */
export const traitVersions = defineTable('market.trait_versions', ['collection_id'], {
  collection_id: text,
  rankings: bigint,
  counts: nullable(jsonb),
})
export type TraitVersionRow = RowOf<typeof traitVersions>

/**
 * Off-chain JSON of a token or collection by its address (`ipfs://…` as on chain). Pending rows are the fetcher's queue, whose time is
 * shared among collections and sources: `collection_id` is the first that named the address, null where none is known; `source` and
 * `service` are what answers for the address, found before it is fetched.
 * Key: uri. Writer: projections/metadata/queue, projections/metadata/documents. Rebuildable: by fetching again.
 */
export const metadata = defineTable('market.metadata', ['uri'], {
  uri: text,
  status: text,
  image: nullable(text),
  animation_url: nullable(text),
  category: nullable(text),
  attributes: nullable(jsonb),
  attempts: integer,
  next_attempt_at: timestamptz,
  error: nullable(text),
  fetched_at: nullable(timestamptz),
  collection_id: nullable(text),
  source: nullable(text),
  service: nullable(text),
})
export type MetadataRow = RowOf<typeof metadata>

/**
 * An image that metadata names: its size in pixels and dominant colour (`#rrggbb`). Pending rows are the measurer's queue;
 * `collection_id` is that of the document, `source` and `service` are as there.
 * Key: src. Writer: projections/metadata/documents, projections/metadata/images. Rebuildable: by fetching again.
 */
export const images = defineTable('market.images', ['src'], {
  src: text,
  status: text,
  width: nullable(integer),
  height: nullable(integer),
  colour: nullable(text),
  attempts: integer,
  next_attempt_at: timestamptz,
  error: nullable(text),
  measured_at: nullable(timestamptz),
  collection_id: nullable(text),
  source: nullable(text),
  service: nullable(text),
})
export type ImageRow = RowOf<typeof images>

/**
 * List items of tokens (`work` is `list-item`) and rankings of collections (`ranking`) that failed by themselves, how often and why.
 * Key: work, subject. Writer: projections/failures. Not rebuilt: a rebuild tries everything again.
 */
export const deadLetters = defineTable('market.dead_letters', ['work', 'subject'], {
  work: text,
  subject: text,
  attempts: integer,
  error: text,
  failed_at: timestamptz,
})
export type DeadLetterRow = RowOf<typeof deadLetters>
