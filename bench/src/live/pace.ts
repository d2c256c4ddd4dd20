import { setTimeout as delay } from 'node:timers/promises'

const TICK_MS = 5

export interface Pace {
  readonly total: number
  readonly perSecond: number
}

/** Runs `work` at a pace: it gets the number of items due, and is awaited. Late items are made up for in one call. */
export async function keepPace({ total, perSecond }: Pace, work: (due: number) => void | Promise<void>): Promise<void> {
  const start = performance.now()
  for (let done = 0; done < total; ) {
    const due = dueBy((performance.now() - start) / 1_000, { total, perSecond }) - done
    if (due > 0) await work(due)
    else await delay(TICK_MS)
    done += due
  }
}

/** Returns how many items are due after some seconds; the first is due immediately. */
export function dueBy(seconds: number, { total, perSecond }: Pace): number {
  return Math.min(total, 1 + Math.floor(seconds * perSecond))
}
