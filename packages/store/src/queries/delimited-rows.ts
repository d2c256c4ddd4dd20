import { type RawBuilder, sql } from 'kysely'

/** Separators of fields and of rows. Neither occurs in numbers, addresses, our own constants or JSON. */
const FIELD = '\u001f'
const ROW = '\u001e'

/**
 * Makes a row one text, for {@link delimitedRowsSql}: parsing a page of many columns value by value takes the driver longer than
 * anything else. Null is empty.
 * @param fields numbers, addresses, our own constants, or JSON: no other text.
 */
export function delimitedRowSql(fields: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  const texts = fields.map((field) => sql`coalesce((${field})::text, '')`)
  return sql<string>`concat_ws(${sql.lit(FIELD)}, ${sql.join(texts)})`
}

/** Makes all rows of a page one text; null without rows. @param row {@link delimitedRowSql}. @param by their order. */
export function delimitedRowsSql(row: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`string_agg(${row}, ${sql.lit(ROW)} order by ${by})`
}

/** Returns the fields of each row of {@link delimitedRowsSql}. */
export function splitRows(delimited: string | null): readonly (readonly string[])[] {
  return delimited === null ? [] : delimited.split(ROW).map((row) => row.split(FIELD))
}
