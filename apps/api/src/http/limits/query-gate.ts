import { availableParallelism } from 'node:os'
import { MarketError } from '@opal/domain/errors'
import PQueue from 'p-queue'

/** Expensive queries at once: each occupies a core of the database server, and one core is left to everything else. */
export const EXPENSIVE_CONCURRENCY = Math.min(3, Math.max(1, availableParallelism() - 1))

/** The queue of expensive queries is full. */
export class QueriesBusyError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  constructor() {
    super('The server is busy. Try again in a moment.')
  }
}

/** Runs a query when its turn comes. @throws QueriesBusyError when too many wait */
export type QueryGate = <Answer>(query: () => Promise<Answer>) => Promise<Answer>

/**
 * Creates a queue for queries whose cost the client chooses, so that they leave most database connections to other
 * queries.
 */
export function createQueryGate(concurrency: number, maxWaiting: number): QueryGate {
  const queue = new PQueue({ concurrency })
  return async (query) => {
    if (queue.size >= maxWaiting) throw new QueriesBusyError()
    return queue.add(query)
  }
}
