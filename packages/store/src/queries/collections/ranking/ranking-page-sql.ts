import { type RawBuilder, sql } from 'kysely'
import { limitSql } from '../../read-rows.ts'
import type { RankingQuery } from './ranking-sql.ts'

/** A place in the ranking: id and what it is ranked by, as text. */
export interface RankedCollection {
  readonly collectionId: string
  readonly value: string
  /** Number by which equal values are ordered, before the id; 0 where only the id orders them. */
  readonly tie: string
}

/** A page of a ranking. */
export interface RankingPage extends RankingQuery {
  readonly take: number
  /** The last row of the page before. */
  readonly after?: RankedCollection
  readonly offset?: number
}

/** Keys that collections are ordered by; without a tie by value and id alone. */
export interface OrderKeys {
  readonly value: RawBuilder<unknown>
  readonly tie?: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

/** Returns the keys in their order. */
export function keysOf({ value, tie, id }: OrderKeys): readonly RawBuilder<unknown>[] {
  return tie === undefined ? [value, id] : [value, tie, id]
}

/** Returns the `order by` of keys, in the direction of the ranking. */
export function orderSql({ descending }: RankingPage, ...keys: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))}`
}

/** Returns the condition of the places after the page before. */
export function beyondSql({ after, ranking, descending }: RankingPage, keys: OrderKeys): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  const type = sql.raw(ranking === 'NAME' ? 'text' : 'numeric')
  const place = {
    value: sql`${after.value}::${type}`,
    ...(keys.tie && { tie: sql`${after.tie}::numeric` }),
    id: sql`${after.collectionId}`,
  }
  return sql`(${sql.join(keysOf(keys))}) ${sql.raw(descending ? '<' : '>')} (${sql.join(keysOf(place))})`
}

/** Returns the condition of {@link beyondSql} among collections that all have one value, so that an index of the other keys serves it. */
export function beyondIdleSql(
  { after, descending }: RankingPage,
  value: number,
  keys: Omit<OrderKeys, 'value'>,
): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  const before = descending ? Number(after.value) - value : value - Number(after.value)
  if (before !== 0) return before > 0 ? sql`true` : sql`false`
  const [names, places] =
    keys.tie === undefined
      ? [keys.id, sql`${after.collectionId}`]
      : [sql`${keys.tie}, ${keys.id}`, sql`${after.tie}::numeric, ${after.collectionId}`]
  return sql`(${names}) ${sql.raw(descending ? '<' : '>')} (${places})`
}

/** Returns a page of rows with collection_id, value and tie. */
export function pageSql(query: RankingPage, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select collection_id as "collectionId", value::text as value, tie::text as tie from ${rows} as ranked
    ${orderSql(query, sql`ranked.value`, sql`ranked.tie`, sql`collection_id`)} ${limitSql(query.take, query.offset)}`
}
