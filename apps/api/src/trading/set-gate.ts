import { setImmediate } from 'node:timers/promises'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairQueue } from '@opal/domain/limits/fair-queue'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSetInSteps, type TokenSet } from '@opal/domain/tokens/token-set'
import { QueriesBusyError, type QueryGate } from '../http/limits/query-gate.ts'

/** Purposes that sets are loaded and built for. */
export type SetPurpose = 'proof' | 'announcement'

/**
 * Sets of one purpose that are loaded and built, one after the other for the process, in turns of clients: a sale may name thirty of them,
 * which would take the event loop for seconds.
 */
const createQueue = () =>
  createFairQueue(
    { concurrency: 1, concurrencyPerClient: 1, maxPending: 60, maxPendingPerClient: 8, maxWaitMs: 10_000 },
    () => new QueriesBusyError(),
  )

/** Announcements, which need no wallet, wait by themselves: from sixty addresses they fill a queue, and sales must not wait for it. */
const queues: Readonly<Record<SetPurpose, FairQueue>> = { proof: createQueue(), announcement: createQueue() }

/** Returns the gate of a client's sets of one purpose. */
export function setGateOf(client: Client, purpose: SetPurpose): QueryGate {
  return (load) => queues[purpose].add(client, load)
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
