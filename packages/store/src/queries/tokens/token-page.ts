import { type RawBuilder, sql } from 'kysely'
import { delimitedRowsSql, splitRows } from '../delimited-rows.ts'
import { preparedStatement, rowsOfPage, StatementVariants } from '../prepared-statement.ts'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import {
  countSql,
  MAX_COUNT,
  namedSql,
  placesSql,
  type TokenPageQuery,
  type TokenPlace,
} from './find-collection-tokens.ts'
import { needsListing } from './token-filter.ts'
import {
  type DelimitedListItem,
  joinListItem,
  parseListItem,
  type TokenListItem,
  toListItem,
} from './token-list-items.ts'

/** Returns whether a page begins among a collection's listed tokens, filtered and ordered by price alone. */
function beginsForSale({ filter, order, after }: TokenPageQuery): boolean {
  const { name, tokenDataId, marketplace, listed } = filter
  const isByPrice = order === 'price_asc' || order === 'price_desc'
  const isPlain = name === undefined && tokenDataId === undefined && marketplace === undefined
  return isByPrice && isPlain && listed !== false && (after === undefined || after.phase === 'listed')
}

/**
 * Reads a page of a collection's listed tokens by price: one index scan of the list items.
 * @returns null while a list item of the collection is queued, or where the page continues with unlisted tokens.
 */
async function readForSale(reader: Reader, query: TokenPageQuery): Promise<TokenPage | null> {
  const { filter, after, take, offset = 0 } = query
  const read = { ...query, take: rowsOfPage(take) }
  const [page] = await statements.get(variantOf(read), () => statementOf(read))(reader, {
    collectionId: filter.collectionId,
    minOctas: filter.minOctas ?? null,
    maxOctas: filter.maxOctas ?? null,
    afterValue: after?.value ?? null,
    afterId: after?.tokenDataId ?? null,
    offset,
  })
  const items = (splitRows(page?.items ?? null) as unknown as readonly DelimitedListItem[]).map(toPagedItem)
  const goesOn = !needsListing(filter) && items.length < take
  return page === undefined || page.isDue || goesOn ? null : { items: items.slice(0, take), total: Number(page.total) }
}

interface ForSaleRow {
  readonly items: string | null
  readonly total: string
  readonly isDue: boolean
}

const NAMES = ['collectionId', 'minOctas', 'maxOctas', 'afterValue', 'afterId', 'offset'] as const
type Params = Readonly<Record<(typeof NAMES)[number], RawBuilder<unknown>>>
const statements = new StatementVariants<(typeof NAMES)[number], ForSaleRow>()

/** Returns what the text of the statement depends on. */
function variantOf({ filter, order, after, take, offset = 0 }: TokenPageQuery): string {
  const { listed, minOctas, maxOctas } = filter
  return [order, listed, minOctas === undefined, maxOctas === undefined, after === undefined, take, offset > 0].join()
}

function statementOf(query: TokenPageQuery) {
  return preparedStatement<(typeof NAMES)[number], ForSaleRow>(NAMES, (params) => {
    return sql<ForSaleRow>`
    select ${delimitedRowsSql(sql`k.item`, orderOf(query))} as items, (${totalSql(query, params)})::text as total,
      exists (select from market.token_list_item_queue where collection_id = ${params.collectionId}) as "isDue"
    from (${walkSql(query, params)}) as k`
  })
}

function toPagedItem(row: DelimitedListItem): PagedListItem {
  return { phase: 'listed', value: row[0], ...parseListItem(row) }
}

function walkSql({ filter, order, after, take, offset = 0 }: TokenPageQuery, params: Params): RawBuilder<unknown> {
  const beyond = sql.raw(order === 'price_desc' ? '<' : '>')
  const from = after
    ? sql`and (listed_octas, token_data_id) ${beyond} (${params.afterValue}::numeric, ${params.afterId})`
    : sql``
  const skipped = offset > 0 ? sql`offset ${params.offset}` : sql``
  return sql`select k.item, k.listed_octas, k.token_data_id from market.token_list_items k
    where ${forSale(filter, params)} ${from} order by ${orderOf({ order })} ${limitSql(take)} ${skipped}`
}

function orderOf({ order }: Pick<TokenPageQuery, 'order'>): RawBuilder<unknown> {
  return order === 'price_desc' ? sql`k.listed_octas desc, k.token_data_id desc` : sql`k.listed_octas, k.token_data_id`
}

function totalSql({ filter }: TokenPageQuery, params: Params): RawBuilder<unknown> {
  if (!needsListing(filter)) return countSql({ collectionId: params.collectionId })
  return sql`select count(*) from (select from market.token_list_items where ${forSale(filter, params)} limit ${sql.lit(MAX_COUNT)}) as listed`
}

function forSale({ minOctas, maxOctas }: TokenPageQuery['filter'], params: Params): RawBuilder<unknown> {
  const least = minOctas === undefined ? sql`` : sql`and listed_octas >= ${params.minOctas}`
  const most = maxOctas === undefined ? sql`` : sql`and listed_octas <= ${params.maxOctas}`
  return sql`collection_id = ${params.collectionId} and listed_octas is not null ${least} ${most}`
}

/** A list item with its place in the page. */
export type PagedListItem = TokenListItem & TokenPlace

/** A page of one collection's tokens. */
export interface TokenPage {
  readonly items: readonly PagedListItem[]
  /** Number of matching tokens over all pages, {@link MAX_COUNT} where there are as many or more; 0 where it was not requested. */
  readonly total: number
}

/**
 * Reads a page of a collection's tokens with all that lists show of them, except for their collection's facts. Mostly one
 * statement.
 */
export async function readTokenPage(reader: Reader, query: TokenPageQuery): Promise<TokenPage> {
  const forSale = beginsForSale(query) ? await readForSale(reader, query) : null
  return (
    forSale ??
    readPage(reader, { named: namedSql(query.filter), places: placesSql(query), count: countSql(query.filter) })
  )
}

/** Reads tokens as {@link readTokenPage} does, by id and in the order of the ids, without counting. */
export function readTokensById(reader: Reader, ids: readonly string[]): Promise<TokenPage> {
  const places = sql`select 'all' as phase, '' as value, id as "tokenDataId" from unnest(${[...ids]}::text[]) as id`
  return readPage(reader, { named: null, places, count: sql`select 0` })
}

/** The count comes with the first row: there is one even where no token is found. */
type PageRow = { [Column in keyof TokenPlace]: TokenPlace[Column] | null } & {
  /** As it is stored. */
  readonly item: string | null
  readonly total: string | null
}

/** Statements of a page: its places, the number of tokens over all pages, and the tables that both read. */
interface PageParts {
  readonly named: RawBuilder<unknown> | null
  readonly places: RawBuilder<unknown>
  readonly count: RawBuilder<unknown>
}

async function readPage(reader: Reader, { named, places, count }: PageParts): Promise<TokenPage> {
  const tables = named === null ? sql`` : sql`${named},`
  const rows = await readRows(
    reader,
    sql<PageRow>`
    with ${tables} page as materialized (select found.*, row_number() over () as n from (${places}) as found)
    select p.phase, p.value, p."tokenDataId", k.item,
      case when coalesce(p.n, 1) = 1 then (${count})::text end as total
    from (select) as once left join page p on true
    ${joinListItem(sql`p."tokenDataId"`)}
    order by p.n`,
  )
  const found = rows.filter((row): row is PageRow & TokenPlace => row.tokenDataId !== null)
  const items = found.map(({ phase, value, tokenDataId, item }) => ({ phase, value, ...toListItem(tokenDataId, item) }))
  return { items, total: Number(rows[0]?.total ?? 0) }
}
