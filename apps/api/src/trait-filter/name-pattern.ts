import type { Store } from '@opal/store/driver/connection'
import { InvalidPatternError, type Reader, withTimeLimit } from '@opal/store/queries/read-rows'
import { createQueryGate, EXPENSIVE_CONCURRENCY, type QueryGate } from '../http/limits/query-gate.ts'

/** A user's regular expression may take this long. @source docs/product/tokens-and-filters.md#name-filter */
export const PATTERN_LIMIT_MS = 1_500
/**
 * Expressions that wait. While it waits, each occupies a place of the request queue (`http/limits/request-queue.ts`): there must be
 * fewer of them than places, or a flood of them would block all other calls.
 */
const MAX_WAITING_PATTERNS = 4
/** Runs queries with a user's regular expression, a few at once. */
export const expressionGate = createQueryGate(EXPENSIVE_CONCURRENCY, MAX_WAITING_PATTERNS)
const noGate: QueryGate = (ask) => ask()

/** Letters and digits match quickly, so they are not queued. */
const PLAIN = /^[\p{L}\p{N}\s#_'-]*$/u

/** Returns whether a pattern matches itself alone. */
export function isPlainText(pattern: string): boolean {
  return PLAIN.test(pattern)
}

/**
 * Asks the store with a pattern that a user gave: as a regular expression, within a time; what is none is matched literally.
 * @throws QueryTooSlowError, QueriesBusyError
 */
export function queryByPattern<Found>(
  store: Store,
  pattern: string,
  ask: (reader: Reader, isExpression: boolean) => Promise<Found>,
): Promise<Found> {
  const askFor = (isExpression: boolean) =>
    withTimeLimit(store, PATTERN_LIMIT_MS, (reader) => ask(reader, isExpression))
  return (isPlainText(pattern) ? noGate : expressionGate)(async () => {
    try {
      return await askFor(true)
    } catch (error) {
      if (!(error instanceof InvalidPatternError)) throw error
      return askFor(false)
    }
  })
}
