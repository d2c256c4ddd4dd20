import { setImmediate } from 'node:timers/promises'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue } from '@opal/domain/limits/fair-queue'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSetInSteps, type TokenSet } from '@opal/domain/tokens/token-set'
import { QueriesBusyError, type QueryGate } from '../http/limits/query-gate.ts'

/**
 * Sets that are loaded and built, one after the other for the process, in turns of clients: a sale may name thirty of them, which would
 * take the event loop for seconds.
 */
const sets = createFairQueue(
  { concurrency: 1, concurrencyPerClient: 1, maxPending: 60, maxPendingPerClient: 8, maxWaitMs: 10_000 },
  () => new QueriesBusyError(),
)

/** Returns the gate of a client's sets. */
export function setGateOf(client: Client): QueryGate {
  return (load) => sets.add(client, load)
}

/** Builds the set of tokens, while other calls are answered between its steps. */
export async function buildSet(tokens: readonly TokenRef[]): Promise<TokenSet> {
  const building = buildTokenSetInSteps(tokens)
  for (;;) {
    const { done, value } = building.next()
    if (done === true) return value
    await setImmediate()
  }
}
