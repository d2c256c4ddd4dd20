import { createMediaQueue } from '../media-queue.ts'
import type { SourceOptions } from './fetch-source.ts'

/**
 * Addresses of which the store is asked whether the market names them. These calls wait in no queue of the store's, and addresses cost strangers
 * nothing: as many as come at once would hold all connections of the calls that do.
 */
const ASKED = { concurrency: 4, concurrencyPerClient: 2, maxPending: 1_000, maxPendingPerClient: 400 }

/** Asks the store about a few addresses at a time, in turns of clients. @param isKnown asks it of one. */
export function inNamingTurns(isKnown: (src: string) => Promise<boolean>): SourceOptions['isKnown'] {
  const asking = createMediaQueue(ASKED)
  return (src, client, signal) => asking.add(client, () => isKnown(src), { ...(signal !== undefined && { signal }) })
}
