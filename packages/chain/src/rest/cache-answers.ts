/** Time for which an answer is cached: contracts can be upgraded. */
const LIFETIME_MS = 5 * 60_000

/**
 * Caches answers for some minutes; failed requests are retried.
 * @param ask must have few keys: all answers are cached.
 */
export function cacheAnswers<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const known = new Map<string, { readonly answer: Promise<Answer>; readonly untilMs: number }>()
  return (key) => {
    const hit = known.get(key)
    if (hit !== undefined && hit.untilMs > performance.now()) return hit.answer
    const answer = ask(key)
    known.set(key, { answer, untilMs: performance.now() + LIFETIME_MS })
    answer.catch(() => known.delete(key))
    return answer
  }
}
