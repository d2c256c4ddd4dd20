import { type RawBuilder, sql } from 'kysely'
import { CARD_COLUMNS } from './card-rows.ts'
import { countSql, MAX_COUNT } from './count-collection-tokens.ts'
import type { TokenPageQuery, TokenPlace } from './find-collection-tokens.ts'
import { limitSql } from './limit-sql.ts'
import { type Reader, readRows } from './read-rows.ts'
import type { PlacedCard, TokenPage } from './read-token-page.ts'
import { type SharedFacts, sharedFactsSql } from './shared-facts-sql.ts'

type ForSaleRow = { [Column in keyof PlacedCard]: PlacedCard[Column] | null } & {
  readonly shared: SharedFacts | null
  readonly total: string | null
  readonly isDue: boolean | null
}

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
export async function readForSale(reader: Reader, query: TokenPageQuery, nowMicros: bigint): Promise<TokenPage | null> {
  const { filter, take, offset = 0 } = query
  const collectionId = sql`${filter.collectionId}::text`
  const rows = await readRows(
    reader,
    sql<ForSaleRow>`
    select 'listed' as phase, k.listed_octas::text as value, k.token_data_id as "tokenDataId", ${CARD_COLUMNS}, first.*
    from (select) as once left join lateral (${walkSql(query)}) k on true
    left join lateral (
      select (${sharedFactsSql(collectionId, nowMicros)}) as shared, (${totalSql(query)})::text as total,
        exists (select from market.card_queue where collection_id = ${collectionId}) as "isDue"
      where coalesce(k.n, ${offset}::bigint + 1) = ${offset}::bigint + 1
    ) as first on true
    order by k.n`,
  )
  const [first] = rows
  const cards = rows.filter((row): row is ForSaleRow & PlacedCard & TokenPlace => row.tokenDataId !== null)
  const goesOn = !isOfSales(query) && cards.length < take
  if (first?.shared == null || first.isDue !== false || goesOn) return null
  return { cards, collection: first.shared, total: Number(first.total) }
}

/** Nothing else than what is for sale is asked for. */
function isOfSales({ filter: { listed, minOctas, maxOctas } }: TokenPageQuery): boolean {
  return listed === true || minOctas !== undefined || maxOctas !== undefined
}

function walkSql({ filter, order, after, take, offset }: TokenPageQuery): RawBuilder<unknown> {
  const [direction, beyond] = order === 'price_desc' ? ['desc', '<'] : ['asc', '>']
  const by = sql.raw(`listed_octas ${direction}, token_data_id ${direction}`)
  const from = after
    ? sql`and (listed_octas, token_data_id) ${sql.raw(beyond)} (${after.value}::numeric, ${after.tokenDataId})`
    : sql``
  return sql`select *, row_number() over (order by ${by}) as n from market.token_cards
    where ${forSale(filter)} ${from} order by ${by} ${limitSql(take, offset)}`
}

function totalSql(query: TokenPageQuery): RawBuilder<unknown> {
  if (!isOfSales(query)) return countSql(query.filter)
  return sql`select count(*) from (select from market.token_cards where ${forSale(query.filter)} limit ${sql.lit(MAX_COUNT)}) as listed`
}

function forSale({ collectionId, minOctas, maxOctas }: TokenPageQuery['filter']): RawBuilder<unknown> {
  const least = minOctas === undefined ? sql`` : sql`and listed_octas >= ${minOctas}`
  const most = maxOctas === undefined ? sql`` : sql`and listed_octas <= ${maxOctas}`
  return sql`collection_id = ${collectionId} and listed_octas is not null ${least} ${most}`
}
