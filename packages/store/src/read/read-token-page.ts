import { type RawBuilder, sql } from 'kysely'
import { type CardRow, joinCard, toCard } from './card-rows.ts'
import { countSql } from './count-collection-tokens.ts'
import { placesSql, type TokenPageQuery, type TokenPlace } from './find-collection-tokens.ts'
import { beginsForSale, readForSale } from './for-sale-page.ts'
import { type Reader, readRows } from './read-rows.ts'

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
