import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds, type JobOptions } from '@opal/domain/limits/fair-queue'
import { QueriesBusyError } from '../../http/limits/query-gate.ts'

/** Kinds of reads to plan a trade from: of the named items (`lookup`), or of a whole collection, of which a sweep takes the cheapest (`search`). */
type TradeRead = 'lookup' | 'search'

/**
 * Reads what a trade is planned from when its turn comes.
 * @param read default: lookup. @throws QueriesBusyError when too many wait, or it has waited too long
 */
export type TradeGate = <Facts>(load: () => Promise<Facts>, read?: TradeRead) => Promise<Facts>

/**
 * Trades wait for the node, so they take no places in the queue of calls; without these bounds ten addresses could have six hundred planned at
 * once, each from thousands of orders. Look-ups take milliseconds, so a few at a time are many in a second. A search may take a second, and all
 * others would wait for it if searches could take every place.
 */
const BOUNDS: FairBounds = {
  concurrency: 4,
  concurrencyPerClient: 2,
  concurrencyPerSource: 2,
  maxPending: 400,
  maxPendingPerClient: 60,
  maxWaitMs: 10_000,
}

/** A search takes the turns of several lookups, and a full queue refuses it first. */
const OPTIONS: Readonly<Record<TradeRead, JobOptions>> = {
  lookup: {},
  search: { source: [{ key: 'search', clients: 1 }], cost: 10 },
}

/** One queue for all clients of the process. */
const queue = createFairQueue(BOUNDS, () => new QueriesBusyError())

/** Returns the gate of a client's trades. */
export function tradeGateOf(client: Client): TradeGate {
  return (load, read = 'lookup') => queue.add(client, load, OPTIONS[read])
}
