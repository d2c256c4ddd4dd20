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

/** Does some work, then rests for as long, so that a sequence of such work takes at most half of the process's time. */
export async function atHalfTime<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const startMs = performance.now()
  try {
    return await work()
  } finally {
    await delay(performance.now() - startMs)
  }
}
