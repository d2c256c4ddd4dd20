import { setTimeout as delay, setImmediate } from 'node:timers/promises'

/** Computes what a generator returns, while other calls are answered between its steps. */
export async function inSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await setImmediate()
  }
}

/** Computes what a generator returns, in one piece. */
export function atOnce<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Creates what does the work of any number of callers, one piece after the other, each after a rest that is as long as the one before took: all of
 * them together take half of the process's time at most.
 */
export function createHalfTime(): <Result>(work: () => Result) => Promise<Result> {
  let rested = Promise.resolve()
  /** Rest that is due: less than what a timer can wait for adds up. */
  let dueMs = 0
  return async (work) => {
    const before = rested
    const { promise, resolve } = Promise.withResolvers<void>()
    rested = promise
    await before
    const startMs = performance.now()
    try {
      return work()
    } finally {
      dueMs += performance.now() - startMs
      const restMs = Math.floor(dueMs)
      dueMs -= restMs
      if (restMs === 0) resolve()
      else setTimeout(resolve, restMs)
    }
  }
}

/** Does some work, then rests for as long, so that a sequence of such work takes at most half of the process's time. */
export async function atHalfTime<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const startMs = performance.now()
  try {
    return await work()
  } finally {
    await delay(performance.now() - startMs)
  }
}
