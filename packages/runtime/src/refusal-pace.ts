import { setTimeout as delay } from 'node:timers/promises'

/** Refusals a second: each costs a fifth of a millisecond of the event loop, so all of them together take little of it. */
const PER_SECOND = 200
const INTERVAL_MS = 1_000 / PER_SECOND
/** Refusals of this time are sent immediately, milliseconds: more of them in a row would delay other users. */
const BURST_MS = 100
/** A refusal is held no longer, however many there are: each holds a request in memory. */
const MAX_HOLD_MS = 2_000

/**
 * Creates the pace of refusals: a client that sends its next request as soon as one is refused would otherwise occupy the event loop with
 * being refused. Returns how long the next refusal is held, milliseconds.
 */
export function paceRefusals(now: () => number = () => performance.now()): () => number {
  let dueMs = Number.NEGATIVE_INFINITY
  return () => {
    const moment = now()
    dueMs = Math.min(Math.max(dueMs, moment - BURST_MS) + INTERVAL_MS, moment + MAX_HOLD_MS)
    return Math.max(0, dueMs - moment)
  }
}

/** Waits as long as the next refusal is held. */
export type HoldRefusal = () => Promise<void>

/** Creates the pace of the refusals of one server. */
export function holdRefusals(): HoldRefusal {
  const holdMs = paceRefusals()
  return async () => {
    const ms = holdMs()
    if (ms > 0) await delay(ms)
  }
}
