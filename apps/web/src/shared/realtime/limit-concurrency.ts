/** Returns a function that runs jobs in the order in which they come, so many of them at a time at most. */
export function limitConcurrency(concurrency: number): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (job) => {
    if (running < concurrency) running += 1
    // Whoever ends passes its turn on.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
