/** How long to wait before a crashed program is started again. */
export interface BackOff {
  /** Milliseconds: doubles with every crash in a row, and starts over after a long enough life. */
  next(livedMs: number): number
}

const FIRST_MS = 250
const LONGEST_MS = 10_000
const HEALTHY_AFTER_MS = 30_000

/** Pauses that grow while a program keeps crashing, and are short again once it has held out. */
export function createBackOff(): BackOff {
  let wait = FIRST_MS
  return {
    next(livedMs) {
      if (livedMs >= HEALTHY_AFTER_MS) wait = FIRST_MS
      const now = wait
      wait = Math.min(wait * 2, LONGEST_MS)
      return now
    },
  }
}
