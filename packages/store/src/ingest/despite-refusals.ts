import { isUnwritable } from '../driver/faults.ts'

/**
 * Runs works one after the other, each although another cannot be done for what its rows hold.
 * @throws the first such error, once all have run; any other at once.
 */
export async function despiteRefusals(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const refusals: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      if (!isUnwritable(error)) throw error
      refusals.push(error)
    }
  }
  if (refusals.length > 0) throw refusals[0]
}

/**
 * Takes parts of a queue one after another for some time. Parts that fail because of their rows go to the end of the queue, so that a wallet
 * with thousands of them delays others little.
 * @param next takes the next part; returns false when it is enough.
 * @throws as {@link despiteRefusals}.
 */
export async function takePartsFor(ms: number, next: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + ms
  let isDone = false
  const refusals: unknown[] = []
  while (!isDone && performance.now() < until) {
    try {
      isDone = !(await next())
    } catch (error) {
      if (!isUnwritable(error)) throw error
      if (refusals.length === 0) refusals.push(error)
    }
  }
  if (refusals.length > 0) throw refusals[0]
}
