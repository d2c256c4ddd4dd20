import { errorCode, MarketError } from '@opal/domain/errors'
import { sql } from 'kysely'
import { QUERY_CANCELLED, QueryTooSlowError } from './query-too-slow-error.ts'
import type { Reader } from './read-rows.ts'

/** Text was offered as a regular expression and is none. */
export class InvalidPatternError extends MarketError {
  override readonly code = 'invalid-request'
  constructor(options: { cause?: unknown } = {}) {
    super('The search text is not a regular expression.', options)
  }
}

/**
 * Runs questions on one connection whose statements are cut off after a time.
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
    const code = errorCode(cause)
    if (cause instanceof QueryTooSlowError || code === QUERY_CANCELLED) throw new QueryTooSlowError(limitMs, { cause })
    if (code === '2201B') throw new InvalidPatternError({ cause })
    throw cause
  }
}
