import { type RawBuilder, sql } from 'kysely'

/** Returns a number as a constant of SQL. */
export function numericSql(value: number): RawBuilder<unknown> {
  return sql.raw(`(${value})::numeric`)
}

/**
 * Returns the order among equal values of a ranking: those with the value of idle collections are ordered as these are, by volume of all
 * time (wash trades included), others by their own tie. Names the collection's stats `s`.
 * @source docs/product/collections.md#equal-values
 */
export function tieSql(
  value: RawBuilder<unknown>,
  idleValue: number,
  own: RawBuilder<unknown> = sql`0`,
): RawBuilder<unknown> {
  return sql`case when ${value} = ${numericSql(idleValue)} then coalesce(s.volume_all_octas, 0) else ${own} end`
}
