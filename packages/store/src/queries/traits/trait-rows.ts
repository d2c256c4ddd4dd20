import { sql } from 'kysely'
import { splitDetail, traitsOf } from '../../projections/token-list-items/definition.ts'
import { limitSql, QueryTooSlowError, type Reader, readRow, readRows } from '../read-rows.ts'
import { nameMatches, openListing, type TokenFilter } from '../tokens/token-filter.ts'

/** Fields of a token that a trait filter uses. */
export interface TraitRow {
  readonly tokenDataId: string
  readonly name: string
  /** As the metadata names them; null until it was read. */
  readonly attributes: unknown
  /** The property map on chain. */
  readonly properties: unknown
  readonly rank: number | null
}

/** Page of a collection's rows after a token, limited in rows and in bytes. */
export interface TraitPageQuery {
  /** In the statement's text: one of few numbers. */
  readonly take: number
  readonly bytes: number
  readonly afterId: string | null
}

/** A page of rows; the first is in it however large it is. */
export interface TraitPage<Row> {
  readonly rows: readonly Row[]
  /** Size of their traits as text. */
  readonly bytes: number
  /** Whether more rows follow. */
  readonly hasMore: boolean
}

/** Reads a page of a collection's tokens with their traits, by id; burned ones are left out. */
export async function readTraitRows(
  reader: Reader,
  collectionId: string,
  page: TraitPageQuery,
): Promise<TraitPage<TraitRow>> {
  const beyond = page.afterId === null ? sql`` : sql`and t.token_data_id > ${page.afterId}`
  const rows = await readRows(
    reader,
    sql<TraitRow & Sized>`
    with found as (
      select t.token_data_id as "tokenDataId", t.token_name as name, m.attributes, t.token_properties as properties, r.rank,
        coalesce(octet_length(m.attributes::text), 0) + coalesce(octet_length(t.token_properties::text), 0) as size
      from chain.current_token_datas_v2 t
      left join market.metadata m on m.uri = t.token_uri
      left join market.token_rarity r on r.token_data_id = t.token_data_id
      where t.collection_id = ${collectionId} and t.is_deleted_v2 is not true ${beyond}
      order by t.token_data_id ${limitSql(page.take)}
    )
    ${withinBytes(page.bytes, 'tokenDataId')}`,
  )
  return toPage(rows, page.take, ({ tokenDataId, name, attributes, properties, rank }) => ({
    tokenDataId,
    name,
    attributes,
    properties,
    rank,
  }))
}

/**
 * Reads the rows as {@link readTraitRows} does, from the tokens' list items, which lie together: nothing is looked up. Burned
 * tokens are among them, null.
 * @returns null where there are no list items, or while one of the collection is being made again.
 */
export async function readListItemTraitRows(
  reader: Reader,
  collectionId: string,
  page: TraitPageQuery,
): Promise<TraitPage<ListItemTraitRow> | null> {
  const beyond = page.afterId === null ? sql`` : sql`and k.token_data_id > ${page.afterId}`
  const rows = await readRows(
    reader,
    sql<ListItemTraits & Sized>`
    with found as (
      select k.token_data_id as id, k.name, k.detail, substring(k.item from ',"rarity":([0-9]+),') as rank,
        exists (select from market.token_list_item_queue q where q.collection_id = ${collectionId}) as "isDue",
        coalesce(octet_length(k.detail), 0) as size
      from market.token_list_items k where k.collection_id = ${collectionId} ${beyond}
      order by k.token_data_id ${limitSql(page.take)}
    )
    ${withinBytes(page.bytes, 'id')}`,
  )
  const isWhole = rows.every(({ detail, isDue }) => detail !== null && !isDue)
  return isWhole && (rows.length > 0 || page.afterId !== null) ? toPage(rows, page.take, toListItemRow) : null
}

interface Sized {
  readonly size: number
  /** Rows that were found, of which those beyond the bytes are left out. */
  readonly found: bigint
}

/** Returns the first rows of `found` that fit into a number of bytes, at least one. */
function withinBytes(bytes: number, key: 'id' | 'tokenDataId') {
  const id = sql.ref(key)
  return sql`
    select * from (
      select *, count(*) over () as found, sum(size) over (order by ${id}) as "sizeSoFar", row_number() over (order by ${id}) as nth
      from found
    ) sized
    where "sizeSoFar" <= ${bytes} or nth = 1
    order by ${id}`
}

function toPage<Read extends Sized, Row>(
  rows: readonly Read[],
  take: number,
  toRow: (row: Read) => Row,
): TraitPage<Row> {
  const found = Number(rows[0]?.found ?? 0)
  return {
    rows: rows.map(toRow),
    bytes: rows.reduce((sum, { size }) => sum + size, 0),
    hasMore: found === take || rows.length < found,
  }
}

/** A list item's token. */
export interface ListItemTraitRow {
  readonly tokenDataId: string
  /** Null where it was burned. Parsed when it is asked for: the rows of a page are text until then, so that their reader takes its own time. */
  readonly row: TraitRow | null
}

function toListItemRow(read: ListItemTraits): ListItemTraitRow {
  return {
    tokenDataId: read.id,
    get row() {
      return toTraitRow(read)
    },
  }
}

function toTraitRow({ id, name, detail, rank }: ListItemTraits): TraitRow | null {
  const [, , , , , , , , , isDeleted] = splitDetail(detail ?? '')
  if (isDeleted === 'true') return null
  const shown = { tokenDataId: id, name: JSON.parse(name) as string, rank: rank === null ? null : Number(rank) }
  return { ...shown, ...traitsOf(detail ?? '') }
}

interface ListItemTraits {
  readonly id: string
  /** As JSON. */
  readonly name: string
  readonly detail: string | null
  readonly rank: string | null
  readonly isDue: boolean
}

/** A token's cheapest listing that can be bought on each marketplace. */
export interface ListedRow {
  readonly tokenDataId: string
  readonly marketplace: string
  readonly priceOctas: bigint
  readonly placedAtMicros: bigint
}

/** Reads a collection's listings: the cheapest of each token on each marketplace. @param ids only these tokens. */
export function readListedRows(
  reader: Reader,
  collectionId: string,
  ids?: readonly string[],
): Promise<readonly ListedRow[]> {
  const only = ids === undefined ? sql`` : sql`and token_data_id = any(${[...ids]}::text[])`
  return readRows(
    reader,
    sql<ListedRow>`
    select distinct on (token_data_id, marketplace) token_data_id as "tokenDataId", marketplace,
      price_octas as "priceOctas", placed_at_micros as "placedAtMicros"
    from market.listings where collection_id = ${collectionId} and state = 'open' and validity = 'valid' ${only}
    order by token_data_id, marketplace, price_octas, listing_id`,
  )
}

/** Reads rows as {@link readListedRows} does, of an exit-only marketplace: its open listings, though they cannot be bought. */
export function readClosedRows(
  reader: Reader,
  collectionId: string,
  marketplace: string,
): Promise<readonly ListedRow[]> {
  return readRows(
    reader,
    sql<ListedRow>`
    select distinct on (token_data_id) token_data_id as "tokenDataId", marketplace,
      price_octas as "priceOctas", placed_at_micros as "placedAtMicros"
    from market.listings l
    where collection_id = ${collectionId} and ${openListing('l', { marketplace, isMarketplaceClosed: true })}
    order by token_data_id, price_octas, listing_id`,
  )
}

/**
 * Reads the last sale of each token of a collection that is no wash trade, microseconds, the newest first; tokens never sold are absent.
 * @param ids only these tokens, of which each is looked up: however often any token of the collection was sold.
 */
export async function readSoldAt(
  reader: Reader,
  collectionId: string,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sold =
    ids === undefined
      ? sql`select token_data_id as id, max(at_micros) as at_micros from market.sales
          where collection_id = ${collectionId} and not is_wash group by token_data_id`
      : sql`select asked.id, sale.at_micros from unnest(${[...ids]}::text[]) as asked (id)
          cross join lateral (
            select at_micros from market.sales where token_data_id = asked.id and not is_wash
            order by at_micros desc, version desc, event_index desc limit 1
          ) sale`
  const rows = await readRows(
    reader,
    sql<{ id: string; atMicros: bigint }>`
    select id, at_micros as "atMicros" from (${sold}) sold order by at_micros desc, id collate "C" desc`,
  )
  return new Map(rows.map((row) => [row.id, row.atMicros]))
}

/** Ids of one statement: writing those of hundreds of thousands into one takes a hundred milliseconds, in which no other call is answered. */
const IDS_PER_STATEMENT = 5_000

/**
 * Returns those of some tokens of a collection whose name matches, however many are asked about: an index of the collection's tokens has their names.
 * @param name a regular expression, or text to match literally.
 * @param limitMs of all statements together.
 * @throws QueryTooSlowError
 */
export async function readIdsByName(
  reader: Reader,
  { collectionId, tokenDataIds }: { readonly collectionId: string; readonly tokenDataIds: readonly string[] },
  name: NonNullable<TokenFilter['name']>,
  limitMs: number,
): Promise<ReadonlySet<string>> {
  const untilMs = performance.now() + limitMs
  const found = new Set<string>()
  for (let at = 0; at < tokenDataIds.length; at += IDS_PER_STATEMENT) {
    if (performance.now() > untilMs) throw new QueryTooSlowError(limitMs)
    const rows = await readRows(
      reader,
      sql<{ id: string }>`
      select token_data_id as id from chain.current_token_datas_v2
      where collection_id = ${collectionId} and token_data_id = any(${tokenDataIds.slice(at, at + IDS_PER_STATEMENT)}::text[])
        and ${nameMatches(name, sql`token_name`)}`,
    )
    for (const { id } of rows) found.add(id)
  }
  return found
}

/**
 * Changes whenever the tokens of a collection, their metadata or their ranks may have changed: all of it is queued for ranking when it
 * is written, and counted when it was ranked.
 */
export async function readTraitVersion(reader: Reader, collectionId: string): Promise<string> {
  const row = await readRow(
    reader,
    sql<{ version: string }>`
    select concat_ws(' ', coalesce((select rankings from market.trait_versions where collection_id = ${collectionId}), 0),
      (select count(*) || ' ' || coalesce(sum(id), 0) from market.rarity_queue where collection_id = ${collectionId})) as version`,
  )
  return row?.version ?? ''
}
