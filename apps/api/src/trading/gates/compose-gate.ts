import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds } from '@opal/domain/limits/fair-queue'
import type { ComposeTurn } from '@opal/marketplaces/aggregator/compose-script'
import { atHalfTime } from '../../event-loop.ts'
import { QueriesBusyError } from '../../http/limits/query-gate.ts'

/** A trade of thirty items of which some fail composes some forty scripts at most; a client may have two such trades worked out. */
const BOUNDS: FairBounds = {
  concurrency: 1,
  concurrencyPerClient: 1,
  maxPending: 600,
  maxPendingPerClient: 100,
  maxWaitMs: 10_000,
}

/** One queue for all clients of the process. */
const queue = createFairQueue(BOUNDS, () => new QueriesBusyError())

/**
 * Returns a function that composes a client's script when its turn comes. Composing blocks the process, so it rests after each script for as
 * long: scripts take half of its time at most. Scripts of more calls wait behind those of fewer.
 * @throws QueriesBusyError when too many wait, or one waits too long
 */
export function composeGateOf(client: Client): ComposeTurn {
  return (calls, compose) => queue.add(client, () => atHalfTime(compose), { cost: calls })
}
