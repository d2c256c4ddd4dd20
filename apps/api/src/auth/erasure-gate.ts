import type { Client } from '@opal/domain/limits/client'
import { createFairQueue } from '@opal/domain/limits/fair-queue'
import { QueriesBusyError, type QueryGate } from '../http/limits/query-gate.ts'

/** Erases one account at a time: each waits while notifications are made, and several together could hold all connections of the store. */
const queue = createFairQueue(
  { concurrency: 1, concurrencyPerClient: 1, maxPending: 200, maxPendingPerClient: 10, maxWaitMs: 20_000 },
  () => new QueriesBusyError(),
)

/** Returns the turns in which a client's accounts are erased. */
export function erasureGateOf(client: Client): QueryGate {
  return (erase) => queue.add(client, erase)
}
