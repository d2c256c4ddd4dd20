/**
 * Creates a function that does some work, once at a time. Calls that come while it is done share the work that begins when it has ended. A
 * call resolves, or fails, with work that began after it: no number of later calls delays it.
 */
export function coalesced<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let isWorking = false
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<Result> | null = null
  const ended = (): void => {
    if (waiting === null) isWorking = false
  }
  const begin = (): Promise<Result> => {
    waiting = null
    isWorking = true
    const mine = work()
    last = mine.then(ended, ended)
    return mine
  }
  return () => {
    if (!isWorking) return begin()
    waiting ??= last.then(begin)
    return waiting
  }
}
