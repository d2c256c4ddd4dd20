/**
 * Tries sources in turn, each a little after the one before or as soon as that has failed, until one succeeds: a
 * slow gateway costs the stagger only, and a fast one is the only one requested.
 * @param attempt is aborted by its signal once another has succeeded.
 * @throws the last error; TypeError when there is no source.
 */
export async function race<Source, Result>(
  sources: readonly Source[],
  staggerMs: number,
  attempt: (source: Source, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  try {
    return await next(sources, staggerMs, (source) => attempt(source, ending.signal))
  } finally {
    ending.abort()
  }
}

async function next<Source, Result>(
  [source, ...rest]: readonly Source[],
  staggerMs: number,
  attempt: (source: Source) => Promise<Result>,
): Promise<Result> {
  if (source === undefined) throw new TypeError('there is no source to try')
  const first = attempt(source)
  if (rest.length === 0) return first
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, staggerMs)
  // Resolves on failure only: the next source starts after a failure or after the stagger, whichever is first.
  const failed = first.then(
    () => new Promise<void>(() => undefined),
    () => undefined,
  )
  try {
    const turn = Promise.race([failed, late.promise]).then(() => next(rest, staggerMs, attempt))
    return await Promise.any([first, turn])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error
  } finally {
    clearTimeout(timer)
  }
}
