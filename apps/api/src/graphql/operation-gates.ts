import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairQueue } from '@opal/domain/limits/fair-queue'
import { EXPENSIVE_CONCURRENCY, QueriesBusyError, type QueryGate } from '../http/limits/query-gate.ts'

/** Time that all statements of an operation together may take in a quick slot, milliseconds. */
export const QUICK_MS = 250

const QUICK_CONCURRENCY = Math.max(2, EXPENSIVE_CONCURRENCY)

/**
 * The queues of GraphQL operations, one pair for all endpoints and listeners of the process. Clients choose the cost of these queries, so they wait
 * here and not in the queue of the other calls (`http/limits/request-queue.ts`). No operation says what it costs: each begins in a quick slot, and one
 * that has not ended after {@link QUICK_MS} gives it back and is repeated, from the start, in the slot for long ones. So a quick operation waits
 * for no long one of another client. Both queues throw QueriesBusyError where too many wait, or one waits too long.
 */
export const quickOperations: FairQueue = createFairQueue(
  {
    concurrency: QUICK_CONCURRENCY,
    concurrencyPerClient: QUICK_CONCURRENCY - 1,
    maxPending: 200,
    maxPendingPerClient: 100,
    maxWaitMs: 20_000,
    turnMs: 10,
  },
  () => new QueriesBusyError(),
)

/** Fewer may wait than for a quick slot: each holds its parsed document, and more would not be served in time. */
export const longOperations: FairQueue = createFairQueue(
  {
    concurrency: 1,
    concurrencyPerClient: 1,
    maxPending: 100,
    maxPendingPerClient: 20,
    maxWaitMs: 20_000,
    turnMs: QUICK_MS,
  },
  () => new QueriesBusyError(),
)

/** Gates through which the operations of a client go. */
export interface OperationGates {
  /** For what takes at most {@link QUICK_MS} of the store's time. */
  readonly quick: QueryGate
  /** For operations that ran out of that time. */
  readonly long: QueryGate
}

/** Returns the gates of a client's operations. */
export function operationGatesOf(client: Client): OperationGates {
  return {
    quick: (query) => quickOperations.add(client, query),
    long: (query) => longOperations.add(client, query),
  }
}
