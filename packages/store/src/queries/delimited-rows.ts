import { type RawBuilder, sql } from 'kysely'

/** Stand between fields and between rows. Neither can stand in numbers, addresses and words of ours, nor in JSON. */
const FIELD = '\u001f'
const ROW = '\u001e'

/**
 * A row as one text, for {@link packedRowsSql}: reading a page of many columns value by value takes the driver longer than anything
 * else. Null is empty.
 * @param fields numbers, addresses, words of ours, or JSON: no other text.
 */
export function packedRowSql(fields: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const texts = fields.map((field) => sql`coalesce((${field})::text, '')`)
  return sql<string>`concat_ws(${sql.lit(FIELD)}, ${sql.join(texts)})`
}

/** All rows of a page as one text; null where there is none. @param row {@link packedRowSql}. @param by what they are ordered by. */
export function packedRowsSql(row: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`string_agg(${row}, ${sql.lit(ROW)} order by ${by})`
}

/** The fields of each row of {@link packedRowsSql}. */
export function unpackRows(packed: string | null): readonly (readonly string[])[] {
  return packed === null ? [] : packed.split(ROW).map((row) => row.split(FIELD))
}
