import { type RawBuilder, sql } from 'kysely'
import { packedRowsSql, unpackRows } from '../delimited-rows.ts'
import { fixedStatement, StatementsByShape } from '../prepared-statement.ts'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import { countSql, MAX_COUNT, placesSql, type TokenPageQuery, type TokenPlace } from './find-collection-tokens.ts'
import { type CardRow, type CardTexts, joinCard, toCard } from './token-list-items.ts'

/** Can a page begin among what a collection has for sale, by price and by nothing else? */
export function beginsForSale({ filter, order, after }: TokenPageQuery): boolean {
  const { name, tokenDataId, marketplace, listed } = filter
  const isByPrice = order === 'price_asc' || order === 'price_desc'
  const isPlain = name === undefined && tokenDataId === undefined && marketplace === undefined
  return isByPrice && isPlain && listed !== false && (after === undefined || after.phase === 'listed')
}

/**
 * A page of what a collection has for sale, by price: one walk along the cards.
 * @returns null where a card of the collection is being made again, or where the page goes on among tokens that are not for sale.
 */
export async function readForSale(reader: Reader, query: TokenPageQuery): Promise<TokenPage | null> {
  const { filter, after, take, offset = 0 } = query
  const [page] = await statements.of(shapeOf(query), () => statementOf(query))(reader, {
    collectionId: filter.collectionId,
    minOctas: filter.minOctas ?? null,
    maxOctas: filter.maxOctas ?? null,
    afterValue: after?.value ?? null,
    afterId: after?.tokenDataId ?? null,
    offset,
  })
  const cards = (unpackRows(page?.cards ?? null) as unknown as readonly CardTexts[]).map(toPlaced)
  const goesOn = !isOfSales(filter) && cards.length < take
  return page === undefined || page.isDue || goesOn ? null : { cards, total: Number(page.total) }
}

/** Nothing else than what is for sale is asked for. */
function isOfSales({ listed, minOctas, maxOctas }: TokenPageQuery['filter']): boolean {
  return listed === true || minOctas !== undefined || maxOctas !== undefined
}

interface ForSaleRow {
  readonly cards: string | null
  readonly total: string
  readonly isDue: boolean
}

const NAMES = ['collectionId', 'minOctas', 'maxOctas', 'afterValue', 'afterId', 'offset'] as const
type Places = Readonly<Record<(typeof NAMES)[number], RawBuilder<unknown>>>
const statements = new StatementsByShape<(typeof NAMES)[number], ForSaleRow>()

/** Whatever the text of the statement depends on. */
function shapeOf({ filter, order, after, take, offset = 0 }: TokenPageQuery): string {
  const { listed, minOctas, maxOctas } = filter
  return [order, listed, minOctas === undefined, maxOctas === undefined, after === undefined, take, offset > 0].join()
}

function statementOf(query: TokenPageQuery) {
  return fixedStatement<(typeof NAMES)[number], ForSaleRow>(NAMES, (places) => {
    return sql<ForSaleRow>`
    select ${packedRowsSql(sql`k.card`, orderOf(query))} as cards, (${totalSql(query, places)})::text as total,
      exists (select from market.card_queue where collection_id = ${places.collectionId}) as "isDue"
    from (${walkSql(query, places)}) as k`
  })
}

function toPlaced([value, tokenDataId, card, holder, passing]: CardTexts): PlacedCard {
  return { phase: 'listed', value, tokenDataId, card, holder: holder || null, passing: passing || null }
}

function walkSql({ filter, order, after, take, offset = 0 }: TokenPageQuery, places: Places): RawBuilder<unknown> {
  const beyond = sql.raw(order === 'price_desc' ? '<' : '>')
  const from = after
    ? sql`and (listed_octas, token_data_id) ${beyond} (${places.afterValue}::numeric, ${places.afterId})`
    : sql``
  const skipped = offset > 0 ? sql`offset ${places.offset}` : sql``
  return sql`select k.card, k.listed_octas, k.token_data_id from market.token_cards k
    where ${forSale(filter, places)} ${from} order by ${orderOf({ order })} ${limitSql(take)} ${skipped}`
}

function orderOf({ order }: Pick<TokenPageQuery, 'order'>): RawBuilder<unknown> {
  return order === 'price_desc' ? sql`k.listed_octas desc, k.token_data_id desc` : sql`k.listed_octas, k.token_data_id`
}

function totalSql({ filter }: TokenPageQuery, places: Places): RawBuilder<unknown> {
  if (!isOfSales(filter)) return countSql({ collectionId: places.collectionId })
  return sql`select count(*) from (select from market.token_cards where ${forSale(filter, places)} limit ${sql.lit(MAX_COUNT)}) as listed`
}

function forSale({ minOctas, maxOctas }: TokenPageQuery['filter'], places: Places): RawBuilder<unknown> {
  const least = minOctas === undefined ? sql`` : sql`and listed_octas >= ${places.minOctas}`
  const most = maxOctas === undefined ? sql`` : sql`and listed_octas <= ${places.maxOctas}`
  return sql`collection_id = ${places.collectionId} and listed_octas is not null ${least} ${most}`
}

/** A card with its place in the page. */
export type PlacedCard = CardRow & TokenPlace

/** A page of one collection's tokens. */
export interface TokenPage {
  readonly cards: readonly PlacedCard[]
  /** How many tokens match over all pages, as far as they are counted; 0 where that was not asked for. */
  readonly total: number
}

/** A page of a collection's tokens with all that lists show of them beside their collection's facts, in one statement, mostly. */
export async function readTokenPage(reader: Reader, query: TokenPageQuery): Promise<TokenPage> {
  const forSale = beginsForSale(query) ? await readForSale(reader, query) : null
  return forSale ?? readPage(reader, placesSql(query), countSql(query.filter))
}

/** As {@link readTokenPage}, of tokens that are known by id, in the order of the ids; nothing is counted. */
export function readTokensById(reader: Reader, ids: readonly string[]): Promise<TokenPage> {
  const places = sql`select 'all' as phase, '' as value, id as "tokenDataId" from unnest(${[...ids]}::text[]) as id`
  return readPage(reader, places, sql`select 0`)
}

/** The count comes with the first row: there is one even where no token is found. */
type PageRow = { [Column in keyof TokenPlace]: TokenPlace[Column] | null } & {
  /** As it is stored. */
  readonly card: string | null
  readonly total: string | null
}

async function readPage(reader: Reader, places: RawBuilder<unknown>, count: RawBuilder<unknown>): Promise<TokenPage> {
  const rows = await readRows(
    reader,
    sql<PageRow>`
    with page as materialized (select found.*, row_number() over () as n from (${places}) as found)
    select p.phase, p.value, p."tokenDataId", k.card,
      case when coalesce(p.n, 1) = 1 then (${count})::text end as total
    from (select) as once left join page p on true
    ${joinCard(sql`p."tokenDataId"`)}
    order by p.n`,
  )
  const found = rows.filter((row): row is PageRow & TokenPlace => row.tokenDataId !== null)
  const cards = found.map(({ phase, value, tokenDataId, card }) => ({ phase, value, ...toCard(tokenDataId, card) }))
  return { cards, total: Number(rows[0]?.total ?? 0) }
}
