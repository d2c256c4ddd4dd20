import type { CallBudget } from '@opal/contract/http/endpoint'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds, type FairQueue } from '@opal/domain/limits/fair-queue'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSetInSteps, type TokenSet } from '@opal/domain/tokens/token-set'
import { inSteps } from '../../event-loop.ts'
import { QueriesBusyError } from '../../http/limits/query-gate.ts'

/** Purposes that sets are loaded and built for. */
export type SetPurpose = 'proof' | 'announcement' | 'reading'

/**
 * Runs work on a set when its turn comes.
 * @param tokens of the set, where that is known.
 * @throws QueriesBusyError when too many wait, or it has waited too long
 */
export type SetGate = <Answer>(load: () => Promise<Answer>, tokens?: number) => Promise<Answer>

/** Cost of any set, in tokens: it is looked up or compared with all others. */
const FIXED_COST = 200

/**
 * Sets of one purpose that are loaded and built, one after the other for the process, in turns of clients: a sale may name thirty of them,
 * which would take the event loop for seconds.
 */
const createQueue = (bounds: Pick<FairBounds, 'maxPending' | 'maxPendingPerClient' | 'maxWaitMs'>) =>
  createFairQueue({ concurrency: 1, concurrencyPerClient: 1, ...bounds }, () => new QueriesBusyError())

/**
 * Announcements and lists of sets need no wallet: from sixty addresses they fill a queue, so each purpose has its own, and sales wait for
 * neither. Announcements wait longer: the bid that names the set cannot be placed before, and sixty of the largest take that long. A
 * portfolio reads the sets of all its bids.
 */
const queues: Readonly<Record<SetPurpose, FairQueue>> = {
  proof: createQueue({ maxPending: 60, maxPendingPerClient: 8, maxWaitMs: 10_000 }),
  announcement: createQueue({ maxPending: 60, maxPendingPerClient: 8, maxWaitMs: 30_000 }),
  reading: createQueue({ maxPending: 200, maxPendingPerClient: 50, maxWaitMs: 10_000 }),
}

/**
 * Returns the purpose for which a call loads sets. Such calls take no place in the queue of calls (`isOfTheStore`): while they wait here, they
 * would hold its few places.
 */
export function setPurposeOf(budget: CallBudget | undefined): SetPurpose {
  if (budget === 'trade') return 'proof'
  return budget === 'token-set' ? 'announcement' : 'reading'
}

/** Returns the gate of a client's sets of one purpose. Of equal turns the set with fewer tokens is first. */
export function setGateOf(client: Client, purpose: SetPurpose): SetGate {
  return (load, tokens = 0) => queues[purpose].add(client, load, { cost: FIXED_COST + tokens })
}

/** Builds the set of tokens, while other calls are answered between its steps. */
export function buildSet(tokens: readonly TokenRef[]): Promise<TokenSet> {
  return inSteps(buildTokenSetInSteps(tokens))
}
