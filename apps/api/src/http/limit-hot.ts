import type { IncomingMessage } from 'node:http'
import { LocalCounts } from '../sharing/local-counts.ts'
import type { ClientIdentity } from './client-address.ts'

const WINDOW_MS = 60_000
/** Answers from memory cost little: a client may have so many for each call that is worked out. */
const HITS_PER_CALL = 10
/** Bytes that one client may be sent from memory in a minute: 10 MB a second. */
const MAX_BYTES = 600_000_000

/** Bounds what one client is sent from memory. Each process counts by itself. */
export interface HotLimit {
  /** Counts a request. @returns null, or after how many seconds the client may go on. */
  readonly admit: (request: IncomingMessage) => number | null
  /** Counts bytes that were sent. */
  readonly spend: (request: IncomingMessage, bytes: number) => void
}

/**
 * Creates the limit of answers from memory.
 * @param callsPerMinute what a client may ask beside them.
 * @param now milliseconds.
 */
export function createHotLimit(
  { addressOf, isOwnMachine }: ClientIdentity,
  callsPerMinute: number,
  now: () => number = () => performance.now(),
): HotLimit {
  const hits = new LocalCounts()
  const bytes = new LocalCounts()
  return {
    admit(request) {
      if (isOwnMachine(request)) return null
      const client = addressOf(request)
      const moment = now()
      const spent = bytes.count(client, WINDOW_MS, moment, 0)
      const asked = hits.count(client, WINDOW_MS, moment)
      if (spent.current > MAX_BYTES) return Math.ceil(spent.ttl / 1_000)
      return asked.current > callsPerMinute * HITS_PER_CALL ? Math.ceil(asked.ttl / 1_000) : null
    },
    spend(request, sent) {
      if (!isOwnMachine(request)) bytes.count(addressOf(request), WINDOW_MS, now(), sent)
    },
  }
}
