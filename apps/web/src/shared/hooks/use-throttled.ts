import { useCallback, useEffect, useRef } from 'react'

/**
 * Puts work off, so that one run serves all that is asked for meanwhile. The first asking starts the wait and later ones
 * do not prolong it: however busy the market is, the work is never put off for longer.
 *
 * @param waitMs longest time from an asking to the run that serves it, where runs are not `everyMs` apart.
 * @param everyMs runs begin no closer to each other than this.
 * @returns asks for a run. What still waits when the component goes is let go.
 */
export function useThrottled(work: () => void, waitMs: number, everyMs = waitMs): () => void {
  const latest = useRef(work)
  latest.current = work
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        lastMs.current = performance.now()
        latest.current()
      },
      Math.max(waitMs, lastMs.current + everyMs - performance.now()),
    )
  }, [waitMs, everyMs])
}
