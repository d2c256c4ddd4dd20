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
 * Returns a function of an immutable object that computes each result once, in steps, and drops it with the object: callers that want it at the same time
 * take the next steps in turn.
 * @param known results, to which others may be added.
 */
export function memoizeSteps<Of extends WeakKey, Rest extends readonly unknown[], Made extends object>(
  make: (of: Of, ...rest: Rest) => Generator<undefined, Made>,
  known = new WeakMap<Of, Made>(),
): (of: Of, ...rest: Rest) => Generator<undefined, Made> {
  /** Those that are being computed. */
  const begun = new WeakMap<Of, Generator<undefined, Made>>()
  return function* (of, ...rest) {
    for (let made = known.get(of); ; made = known.get(of)) {
      if (made !== undefined) return made
      const steps = begun.get(of) ?? make(of, ...rest)
      begun.set(of, steps)
      const { done, value } = steps.next()
      if (done !== true) yield
      else {
        known.set(of, value)
        begun.delete(of)
      }
    }
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
