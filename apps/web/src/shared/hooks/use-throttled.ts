import { useCallback, useEffect, useRef } from 'react'

/**
 * Throttles work, so that one run serves all requests of an interval. The first request starts the wait and later ones do not
 * prolong it.
 *
 * @param waitMs time from the first request to its run, unless `everyMs` delays it.
 * @param everyMs shortest time between two runs.
 * @returns requests a run. A pending run is dropped when the component unmounts.
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
