import type { Client } from '@opal/domain/limits/client'
import { createFairQueue } from '@opal/domain/limits/fair-queue'
import { InvalidPatternError, type Reader, withTimeLimit } from '@opal/store/queries/read-rows'
import type { ApiContext } from '../context.ts'
import { EXPENSIVE_CONCURRENCY, QueriesBusyError, type QueryGate } from '../http/limits/query-gate.ts'

/** A user's regular expression may take this long. @source docs/product/tokens-and-filters.md#name-filter */
export const PATTERN_LIMIT_MS = 1_500
/**
 * Expressions that wait. While it waits, each occupies a place of the request queue (`http/limits/request-queue.ts`): there must be
 * fewer of them than places, or a flood of them would block all other calls.
 */
const MAX_WAITING_PATTERNS = 4
const MAX_WAIT_MS = 10_000

/** Regular expressions of all clients, one queue for the process, in turns of clients: one client leaves places to others. */
const expressions = createFairQueue(
  {
    concurrency: EXPENSIVE_CONCURRENCY,
    concurrencyPerClient: Math.max(1, EXPENSIVE_CONCURRENCY - 1),
    maxPending: EXPENSIVE_CONCURRENCY + MAX_WAITING_PATTERNS,
    maxPendingPerClient: MAX_WAITING_PATTERNS - 1,
    maxWaitMs: MAX_WAIT_MS,
  },
  () => new QueriesBusyError(),
)

/** Returns the gate of a client's queries by a regular expression: a few of all clients run concurrently. */
export function expressionGateOf(client: Client): QueryGate {
  return (query) => expressions.add(client, query)
}

/** Text that is no expression is searched as it is, which is quick: it is not queued. */
const PLAIN = /^[\p{L}\p{N}\s#_'-]*$/u

/** Returns whether a pattern matches itself alone. */
export function isPlainText(pattern: string): boolean {
  return PLAIN.test(pattern)
}

/**
 * Asks the store with a pattern that a user gave: as a regular expression, within a time; a text that is not one is matched literally.
 * @throws QueryTooSlowError, QueriesBusyError
 */
export function queryByPattern<Found>(
  { store, expressionGate }: Pick<ApiContext, 'store' | 'expressionGate'>,
  pattern: string,
  ask: (reader: Reader, isExpression: boolean) => Promise<Found>,
): Promise<Found> {
  const askFor = (isExpression: boolean) =>
    withTimeLimit(store, PATTERN_LIMIT_MS, (reader) => ask(reader, isExpression))
  if (isPlainText(pattern)) return askFor(false)
  return expressionGate(async () => {
    try {
      return await askFor(true)
    } catch (error) {
      if (!(error instanceof InvalidPatternError)) throw error
      return askFor(false)
    }
  })
}
