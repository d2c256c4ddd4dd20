import { clientAt } from '../client.ts'
import { createFairQueue, type FairBounds, type JobOptions } from '../fair-queue.ts'

/** Longer than any wait in these tests. */
export const maxWaitMs = 60_000
export const BOUNDS = { concurrency: 3, concurrencyPerClient: 2, maxPending: 6, maxPendingPerClient: 4, maxWaitMs }
export class BusyError extends Error {}

/** Creates a queue whose works run until the test ends them. @param now milliseconds. */
export function setUp(bounds: FairBounds = BOUNDS, now?: () => number) {
  const queue = createFairQueue(bounds, () => new BusyError(), { ...(now && { now }) })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (from: string, options?: JobOptions) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const added = queue.add(
      clientAt(from),
      async () => {
        begun.push(from)
        ends.push(resolve)
        await promise
        return from
      },
      options,
    )
    // A job that still waits when its test ends is refused during another test of the process.
    added.catch(() => undefined)
    return added
  }
  const settle = () => new Promise(setImmediate)
  const endOne = async () => {
    ends.shift()?.()
    await settle()
  }
  const endAll = async () => {
    await settle()
    while (ends.length > 0) await endOne()
  }
  return { queue, add, begun, settle, endOne, endAll }
}

/** An address in a network of an IPv6 /48. */
export const network = (at: number, site = 1) => `2001:db8:${site}:${at.toString(16)}::1`
