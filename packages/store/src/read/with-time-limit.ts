import { MarketError } from '@opal/domain/errors/base'
import { sql } from 'kysely'
import type { Reader } from './read-rows.ts'

/** A question took longer than it may: usually a hostile or very broad search pattern. */
export class QueryTooSlowError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  constructor(limitMs: number, options: { cause?: unknown } = {}) {
    super('This search takes too long. Make it narrower.', { ...options, details: { limitMs } })
  }
}

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
    const code = (cause as { code?: unknown }).code
    if (code === '57014') throw new QueryTooSlowError(limitMs, { cause })
    if (code === '2201B') throw new InvalidPatternError({ cause })
    throw cause
  }
}
