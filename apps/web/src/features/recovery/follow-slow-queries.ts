import type { Query, QueryCache } from '@tanstack/react-query'
import { SLOW_AFTER_MS } from '../../shared/hooks/use-lasting.ts'

/**
 * Calls back when something on the page has been waiting for its first answer for {@link SLOW_AFTER_MS}: once, until nothing
 * waits any longer. @returns stops.
 */
export function followSlowQueries(cache: QueryCache, onSlow: () => void): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let isSaid = false
  const look = (query: Query) => {
    const { queryHash } = query
    if (!isAwaited(query)) {
      clearTimeout(timers.get(queryHash))
      timers.delete(queryHash)
      if (timers.size === 0) isSaid = false
    } else if (!timers.has(queryHash)) timers.set(queryHash, setTimeout(say, SLOW_AFTER_MS))
  }
  const say = () => {
    if (!isSaid) onSlow()
    isSaid = true
  }
  for (const query of cache.getAll()) look(query)
  const stop = cache.subscribe((event) => look(event.query))
  return () => {
    stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

function isAwaited(query: Query): boolean {
  const { status, fetchStatus } = query.state
  return status === 'pending' && fetchStatus === 'fetching' && query.isActive()
}
