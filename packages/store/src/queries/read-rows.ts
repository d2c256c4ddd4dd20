import { errorCode, MarketError } from '@opal/domain/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { isOutOfTime } from '../driver/faults.ts'

/** A query exceeded its time limit: usually a hostile or very broad search pattern. */
export class QueryTooSlowError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  /** @param limitMs how long it might take; null where the connection's own limit cut it off. */
  constructor(limitMs: number | null, options: { cause?: unknown } = {}) {
    super('This search takes too long. Make it narrower.', { ...options, details: { limitMs } })
  }
}

/** The part of a store that queries need. */
export type Reader = Pick<Store, 'db'>

/** Runs one statement and gives its rows. @throws QueryTooSlowError when the connection's time limit cut it off. */
export async function readRows<Row>(reader: Reader, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return (await typedFaults(query.execute(reader.db))).rows
}

/** Runs one statement and gives its first row, or null. */
export async function readRow<Row>(reader: Reader, query: RawBuilder<Row>): Promise<Row | null> {
  return (await readRows(reader, query))[0] ?? null
}

/** Awaits a statement. @throws QueryTooSlowError when the connection's time limit cut it off. */
export async function typedFaults<Result>(running: Promise<Result>): Promise<Result> {
  try {
    return await running
  } catch (cause) {
    if (isOutOfTime(cause)) throw new QueryTooSlowError(null, { cause })
    throw cause
  }
}

/**
 * Returns a page's limit as a number in the statement's text: for a prepared statement whose limit is a parameter
 * the server plans as if a tenth of everything were wanted, and sorts what it could walk. Pages come in few sizes.
 */
export function limitSql(take: number, offset = 0): RawBuilder<unknown> {
  const limit = sql.raw(`limit ${Math.trunc(take)}`)
  return offset === 0 ? limit : sql`${limit} offset ${offset}`
}

/** Escapes text so that LIKE matches it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** A text was given as a regular expression and is not one. */
export class InvalidPatternError extends MarketError {
  override readonly code = 'invalid-request'
  constructor(options: { cause?: unknown } = {}) {
    super('The search text is not a regular expression.', options)
  }
}

/**
 * Runs queries on one connection whose statements have a time limit.
 * @throws QueryTooSlowError, InvalidPatternError
 */
export async function withTimeLimit<T>(
  reader: Reader,
  limitMs: number,
  ask: (reader: Reader) => Promise<T>,
): Promise<T> {
  try {
    return await reader.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(transaction)
        return await ask({ db: transaction })
      })
  } catch (cause) {
    if (cause instanceof QueryTooSlowError || isOutOfTime(cause)) throw new QueryTooSlowError(limitMs, { cause })
    if (errorCode(cause) === '2201B') throw new InvalidPatternError({ cause })
    throw cause
  }
}
