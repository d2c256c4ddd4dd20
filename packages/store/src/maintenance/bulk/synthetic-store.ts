import { nameSkeleton } from '@opal/domain/text/name-skeleton'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { StoreNotEmptyError } from '../../errors.ts'
import { moveWindows } from '../../ingest/stats/move-windows.ts'
import { writeNextSkeletons } from '../../projections/name-skeletons.ts'
import {
  LIST_ITEM_COLUMNS,
  LISTING_COLUMNS,
  LISTINGS_ORDER,
  listItemsSql,
  MAX_LISTINGS,
  MAX_OFFERS,
  OFFER_COLUMNS,
  OFFERS_ORDER,
} from '../../projections/token-list-items/definition.ts'

/** Builds the list items of all tokens in one pass, as projections/token-list-items/worker builds them in batches: for stores without writers. */
export async function fillTokenListItems(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local work_mem = '256MB'`.execute(transaction)
    await sql`truncate market.token_list_items, market.token_list_item_queue`.execute(transaction)
    // In the order of collections, so that rows of one page of the site are stored together.
    await sql`
      insert into market.token_list_items (${sql.join(LIST_ITEM_COLUMNS.map((column) => sql.ref(column)))})
      ${listItemsSql({
        asked: sql``,
        l: bestOf(
          'l',
          sql`market.listings where state = 'open' and validity = 'valid'`,
          sql`price_octas, marketplace, listing_id`,
        ),
        h: bestOf('h', sql`market.token_holders where amount > 0`, sql`amount desc, holder`),
        s: bestOf('s', sql`market.sales`, sql`at_micros desc, version desc, event_index desc`),
        b: bestOf(
          'b',
          sql`market.token_offers where state = 'open' and validity = 'valid'`,
          sql`price_octas desc, offer_id`,
        ),
        ll: listsOf('ll', sql`market.listings where state = 'open'`, {
          columns: LISTING_COLUMNS,
          order: LISTINGS_ORDER,
          kind: sql`validity = 'valid'`,
          most: MAX_LISTINGS,
        }),
        ol: listsOf('ol', sql`market.token_offers where state = 'open' and validity = 'valid'`, {
          columns: OFFER_COLUMNS,
          order: OFFERS_ORDER,
          kind: sql`true`,
          most: MAX_OFFERS,
        }),
      })}
      order by t.collection_id, t.token_data_id`.execute(transaction)
    await sql`update market.token_preview_versions set version = nextval('market.token_preview_version')`.execute(
      transaction,
    )
  })
  await sql`vacuum (analyze) market.token_list_items`.execute(db)
}

/** Joins the first row of a table for each token, in one pass over it. */
function bestOf(
  alias: 'l' | 'h' | 's' | 'b',
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const name = sql.ref(alias)
  return sql`left join (select distinct on (token_data_id) * from ${rows} order by token_data_id, ${order}) as ${name}
    on ${name}.token_data_id = t.token_data_id`
}

/** Joins the list of a table's rows for each token: the first ones of each kind. */
function listsOf(
  alias: 'll' | 'ol',
  rows: RawBuilder<unknown>,
  { columns, order, kind, most }: Readonly<Record<'columns' | 'order' | 'kind' | 'most', RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const name = sql.ref(alias)
  const until = alias === 'ol' ? sql`min(("row" ->> 'expiresAtSeconds')::numeric)` : sql`null`
  return sql`left join (
    select token_data_id, json_agg("row" order by place)::text as list, ${until} as until from (
      select token_data_id, row_number() over (partition by token_data_id order by ${order}) as place,
        row_number() over (partition by token_data_id, ${kind} order by ${order}) as place_in_kind,
        (select row_to_json(one) from (select ${columns}) as one) as "row"
      from ${rows}
    ) as placed where place_in_kind <= ${most} group by token_data_id
  ) as ${name} on ${name}.token_data_id = t.token_data_id`
}

/** Parts by the first byte of the collection's address, so that none needs much memory. */
const PARTS = Array.from({ length: 256 }, (_, byte) => `0x${byte.toString(16).padStart(2, '0')}`)

/**
 * Counts the traits of all collections, as projections/rarity/worker does one at a time: for synthetic stores, where no collection waits to be ranked
 * and values are texts.
 */
async function fillTraitCounts(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`truncate market.trait_versions, market.rarity_queue`.execute(transaction)
    for (const part of PARTS) {
      await sql`
        insert into market.trait_versions (collection_id, rankings, counts)
        select collection_id, 1, jsonb_object_agg(trait, counts) from (
          select collection_id, trait, jsonb_object_agg(value, tokens) as counts from (
            select t.collection_id, a ->> 'trait_type' as trait, a ->> 'value' as value, count(*) as tokens
            from chain.current_token_datas_v2 t join market.metadata m on m.uri = t.token_uri
            cross join jsonb_array_elements(m.attributes) as a
            where t.is_deleted_v2 is not true and t.collection_id >= ${part} and t.collection_id < ${`${part}g`}
            group by 1, 2, 3
          ) as of_value group by 1, 2
        ) as of_trait group by 1`.execute(transaction)
    }
  })
  await sql`vacuum (analyze) market.trait_versions`.execute(db)
}

/** Origin of a store that was filled with synthetic rows instead of indexed ones. */
export interface SyntheticStore {
  readonly scale: string
  readonly seed: string
  /** Chain time at which the synthetic past ends. */
  readonly endMicros: bigint
}

/** Reads the facts of a complete synthetic store; null for any other store. */
export async function readSyntheticStore(db: Database): Promise<SyntheticStore | null> {
  const { rows } = await sql<{
    made: boolean
  }>`select to_regclass('public.synthetic_store') is not null as made`.execute(db)
  if (rows[0]?.made !== true) return null
  const facts = await sql<SyntheticStore>`
    select scale, seed, end_micros as "endMicros" from public.synthetic_store where is_whole`.execute(db)
  return facts.rows[0] ?? null
}

/**
 * Empties a store for synthetic rows. Users' rows stay.
 * @throws StoreNotEmptyError when it holds the index of a chain, or a complete synthetic past that may not be overwritten.
 */
export async function beginSyntheticStore(db: Database, facts: SyntheticStore, mayOverwrite: boolean): Promise<void> {
  await sql`create table if not exists public.synthetic_store (
    is_only boolean primary key default true check (is_only), scale text not null, seed text not null,
    end_micros bigint not null, is_whole boolean not null)`.execute(db)
  const held = await contentsOf(db)
  if (held === 'index' || (held === 'synthetic' && !mayOverwrite)) throw new StoreNotEmptyError(held)
  await emptySchemas(db)
  await sql`insert into public.synthetic_store (scale, seed, end_micros, is_whole)
    values (${facts.scale}, ${facts.seed}, ${facts.endMicros}, false)
    on conflict (is_only) do update set scale = excluded.scale, seed = excluded.seed, end_micros = excluded.end_micros,
      is_whole = false`.execute(db)
}

/**
 * Fills the tables that triggers and workers maintain otherwise, and marks the store as complete. Each is vacuumed: else the server does so by itself
 * while something is measured, and indexes are not read alone before.
 */
export async function finishSyntheticStore(db: Database): Promise<void> {
  await fillCollectionNames(db)
  await fillTokenListItems(db)
  await fillTraitCounts(db)
  await sql`select market.fill_points(), market.fill_collection_holders(), market.fill_lot_sums()`.execute(db)
  await sql`vacuum (analyze) market.points_totals, market.wallet_points, market.collection_holders, market.lot_sums`.execute(
    db,
  )
  await sql`update public.synthetic_store set is_whole = true`.execute(db)
  await fillWindows(db)
}

/** Fills tables that a newer release added to a synthetic store of an older one. */
export async function upgradeSyntheticStore(db: Database): Promise<void> {
  const { rows } = await sql`select from market.token_list_item_queue limit 1`.execute(db)
  if (rows.length > 0) await fillTokenListItems(db)
  const unranked = await sql`select from market.rarity_queue limit 1`.execute(db)
  if (unranked.rows.length > 0) await fillTraitCounts(db)
  while ((await writeNextSkeletons(db)) > 0);
  await fillWindows(db)
}

/** Stores the rankings of collections as of the store's end, which is the time of the queries. */
async function fillWindows(db: Database): Promise<void> {
  const facts = await readSyntheticStore(db)
  if (facts === null) return
  await moveWindows(db, facts.endMicros)
  await sql`vacuum (analyze) market.window_sales, market.window_changes, market.wallet_points`.execute(db)
}

/** Number of names that are read and written at a time. */
const NAMES_BATCH = 10_000

async function fillCollectionNames(db: Database): Promise<void> {
  await sql`truncate market.collection_names`.execute(db)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows } = await sql<{ id: string; name: string }>`
      select collection_id as id, collection_name as name from chain.current_collections_v2 where collection_id > ${after}
      order by collection_id limit ${sql.lit(NAMES_BATCH)}`.execute(db)
    await sql`insert into market.collection_names (collection_id, folded, volume_octas, has_stats, skeleton)
      select made.id, lower(made.name), coalesce(s.volume_all_octas, 0), s.collection_id is not null, made.skeleton
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ name }) => name)}::text[],
        ${rows.map(({ name }) => nameSkeleton(name))}::text[]) as made (id, name, skeleton)
      left join market.collection_stats s on s.collection_id = made.id`.execute(db)
    after = rows.at(-1)?.id
  }
  await sql`vacuum (analyze) market.collection_names`.execute(db)
}

/** Returns what a store holds: the index of a chain, or a complete synthetic past; null for neither, or a part of the latter. */
async function contentsOf(db: Database): Promise<'index' | 'synthetic' | null> {
  const { rows } = await sql<{ isWhole: boolean | null; isIndexed: boolean }>`
    select (select is_whole from public.synthetic_store) as "isWhole",
      exists (select from chain.checkpoints) or exists (select from chain.transactions) as "isIndexed"`.execute(db)
  const { isWhole = null, isIndexed = false } = rows[0] ?? {}
  if (isWhole === null) return isIndexed ? 'index' : null
  return isWhole ? 'synthetic' : null
}

/**
 * The clock's one row stays: the program that fills the store sets it. The names to search are emptied by a trigger of the
 * collections, and PostgreSQL refuses to empty them in the same statement.
 */
async function emptySchemas(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('chain', 'market') and tablename not in ('clock', 'collection_names')`.execute(db)
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.raw(name)))} restart identity`.execute(db)
}
