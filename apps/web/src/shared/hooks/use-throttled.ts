import { useCallback, useEffect, useRef } from 'react'

/**
 * Throttles work, so that one run serves all requests of an interval. The first request starts the wait and later ones do not
 * prolong it.
 *
 * @param waitMs time from the first request to its run, unless `everyMs` delays it.
 * @param everyMs shortest time between two runs.
 * @param maxEveryMs where it is longer, each run that follows another soon doubles the time after it up to this; two such times without
 *   a run make it the shortest again.
 * @returns requests a run. A pending run is dropped when the component unmounts.
 */
export function useThrottled(work: () => void, waitMs: number, everyMs = waitMs, maxEveryMs = everyMs): () => void {
  const latest = useRef(work)
  latest.current = work
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef({ atMs: Number.NEGATIVE_INFINITY, pauseMs: everyMs })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback(() => {
    const run = () => {
      timer.current = undefined
      const { atMs, pauseMs } = last.current
      const now = performance.now()
      const isSoon = now - atMs <= 2 * pauseMs
      last.current = { atMs: now, pauseMs: isSoon ? Math.min(2 * pauseMs, maxEveryMs) : everyMs }
      latest.current()
    }
    const { atMs, pauseMs } = last.current
    timer.current ??= setTimeout(run, Math.max(waitMs, atMs + pauseMs - performance.now()))
  }, [waitMs, everyMs, maxEveryMs])
}
