/** Contracts can be upgraded: what they look like is asked for again after so long. */
const LIFETIME_MS = 5 * 60_000

/**
 * Remembers for some minutes what was asked; a question that fails is asked again.
 * @param ask about one of few keys: all answers are kept.
 */
export function cacheAnswers<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const known = new Map<string, { readonly answer: Promise<Answer>; readonly until: number }>()
  return (key) => {
    const hit = known.get(key)
    if (hit !== undefined && hit.until > performance.now()) return hit.answer
    const answer = ask(key)
    known.set(key, { answer, until: performance.now() + LIFETIME_MS })
    answer.catch(() => known.delete(key))
    return answer
  }
}
