import { QueriesBusyError } from '../load/query-gate.ts'
import { createFairQueue, type FairBounds, type FairQueue } from '../media/fair-queue.ts'

/** The store has ten connections for all that the API is asked; one client leaves room for another. */
const BOUNDS: FairBounds = { atOnce: 4, atOncePerClient: 3, most: 200, mostPerClient: 100 }

/**
 * Creates the queue of one GraphQL endpoint. Its questions are as dear as their askers choose, so they wait here and hold none of the
 * turns of the other calls (`http/take-turns.ts`). Throws QueriesBusyError where too many wait.
 */
export function createGraphqlQueue(): FairQueue {
  return createFairQueue(BOUNDS, () => new QueriesBusyError())
}
