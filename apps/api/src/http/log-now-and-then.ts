/** Lines of one kind that are logged in a window; the rest are counted. */
const MOST_LINES = 20
const WINDOW_MS = 60_000

/**
 * Makes a gate for lines that strangers can cause as often as they like: some of a window pass, and the first of the next one says how
 * many were left out.
 * @returns null for a line that is left out; otherwise how many were since the last window.
 */
export function logNowAndThen(now: () => number = () => performance.now()): () => { readonly leftOut: number } | null {
  let [endsAt, lines, leftOut] = [Number.NEGATIVE_INFINITY, 0, 0]
  return () => {
    const moment = now()
    if (moment >= endsAt) {
      const before = leftOut
      endsAt = moment + WINDOW_MS
      lines = 1
      leftOut = 0
      return { leftOut: before }
    }
    lines += 1
    if (lines <= MOST_LINES) return { leftOut: 0 }
    leftOut += 1
    return null
  }
}
