import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds } from '@opal/domain/limits/fair-queue'
import { QueriesBusyError } from '../http/limits/query-gate.ts'

/** Reads what a trade is planned from when its turn comes. @throws QueriesBusyError when too many wait, or it has waited too long */
export type TradeGate = <Facts>(load: () => Promise<Facts>) => Promise<Facts>

/**
 * Trades wait for the node, so they take no places in the queue of calls: from ten addresses six hundred could be planned at once, each from
 * thousands of orders. What they read of the store takes milliseconds, so a few at a time are many in a second.
 */
const BOUNDS: FairBounds = {
  concurrency: 4,
  concurrencyPerClient: 2,
  maxPending: 400,
  maxPendingPerClient: 60,
  maxWaitMs: 10_000,
}

/** Of all clients of the process. */
const queue = createFairQueue(BOUNDS, () => new QueriesBusyError())

/** Returns the gate of a client's trades. */
export function tradeGateOf(client: Client): TradeGate {
  return (load) => queue.add(client, load)
}
