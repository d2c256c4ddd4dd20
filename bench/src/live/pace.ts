import { setTimeout as pause } from 'node:timers/promises'

const TICK_MS = 5

export interface Pace {
  readonly total: number
  readonly perSecond: number
}

/**
 * Has so many things done at a pace: `work` is given how many are due, and is waited for. What took too long is made up for,
 * more of it at once.
 */
export async function keepPace({ total, perSecond }: Pace, work: (due: number) => void | Promise<void>): Promise<void> {
  const start = performance.now()
  for (let done = 0; done < total; ) {
    const due = dueBy((performance.now() - start) / 1_000, { total, perSecond }) - done
    if (due > 0) await work(due)
    else await pause(TICK_MS)
    done += due
  }
}

/** How many should be done after so many seconds; the first at once. */
export function dueBy(seconds: number, { total, perSecond }: Pace): number {
  return Math.min(total, 1 + Math.floor(seconds * perSecond))
}
