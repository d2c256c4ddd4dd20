import { type RawBuilder, sql } from 'kysely'

/**
 * A page's limit as a number in the statement's text: for a prepared statement whose limit is a parameter the server plans
 * as if a tenth of everything were wanted, and sorts what it could walk. Pages come in few sizes.
 */
export function limitSql(take: number, offset = 0): RawBuilder<unknown> {
  const limit = sql.raw(`limit ${Math.trunc(take)}`)
  return offset === 0 ? limit : sql`${limit} offset ${offset}`
}
