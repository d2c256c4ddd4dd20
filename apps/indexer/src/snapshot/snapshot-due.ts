const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A nightly snapshot by the day it bears, UTC. */
export interface DueSnapshot {
  /** `2026-01-31`. */
  readonly day: string
  /** When it was to be taken, milliseconds since 1970. */
  readonly atMs: number
}

/**
 * The last snapshot that was to be taken.
 * @param minuteOfDay when snapshots are taken, minutes since midnight, UTC.
 */
export function lastDue(nowMs: number, minuteOfDay: number): DueSnapshot {
  const offset = minuteOfDay * MINUTE_MS
  const midnight = Math.floor((nowMs - offset) / DAY_MS) * DAY_MS
  return { day: new Date(midnight).toISOString().slice(0, 10), atMs: midnight + offset }
}
