import { setTimeout as delay } from 'node:timers/promises'

/** Does some work, and then rests for as long, so that work that is done one after the other takes half of the process's time at most. */
export async function atHalfTime<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const startMs = performance.now()
  try {
    return await work()
  } finally {
    await delay(performance.now() - startMs)
  }
}
