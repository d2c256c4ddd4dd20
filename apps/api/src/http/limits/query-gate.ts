import { availableParallelism } from 'node:os'
import { MarketError } from '@opal/domain/errors'

/** Largest number of concurrent expensive queries: each occupies a core of the database server, and one core is left to everything else. */
export const EXPENSIVE_CONCURRENCY = Math.min(3, Math.max(1, availableParallelism() - 1))

/** The queue of expensive queries is full. */
export class QueriesBusyError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  constructor() {
    super('The server is busy. Try again in a moment.')
  }
}

/** Runs a query when its turn comes. @throws QueriesBusyError when too many wait, or it has waited too long */
export type QueryGate = <Answer>(query: () => Promise<Answer>) => Promise<Answer>
