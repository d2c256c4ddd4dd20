import { useCallback, useEffect, useRef, useState } from 'react'

/** @source docs/product/live-and-notifications.md#row-highlight */
const HIGHLIGHT_MS = 3000

/** Returns the ids that were added in the last three seconds, and a function that adds ids. */
export function useRecent(): readonly [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const [recent, setRecent] = useState<ReadonlyMap<string, symbol>>(new Map())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const started = timers.current
    return () => {
      for (const timer of started) clearTimeout(timer)
    }
  }, [])
  const add = useCallback((ids: readonly string[]) => {
    if (ids.length === 0) return
    const when = Symbol('when')
    setRecent((before) => new Map([...before, ...ids.map((id) => [id, when] as const)]))
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      // An id that was added again has a newer symbol, and stays.
      setRecent((before) => new Map([...before].filter(([, since]) => since !== when)))
    }, HIGHLIGHT_MS)
    timers.current.add(timer)
  }, [])
  return [new Set(recent.keys()), add]
}
