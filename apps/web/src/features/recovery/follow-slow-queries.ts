import type { Query, QueryCache } from '@tanstack/react-query'
import { SLOW_AFTER_MS } from '../../shared/hooks/use-lasting.ts'
import { isUnreachable } from './retry-failed.ts'

/**
 * Calls back when a query of the page has waited for its first answer for {@link SLOW_AFTER_MS}: once until no query waits any longer, and not
 * while part of the page already reports a missing answer.
 * @param onSlow shows the message; returns a function that removes it, called once a query failed or no query waits any longer.
 * @returns stops.
 */
export function followSlowQueries(cache: QueryCache, onSlow: () => () => void): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let isSaid = false
  let takeAway: (() => void) | null = null
  const endMessage = () => {
    takeAway?.()
    takeAway = null
  }
  const look = (query: Query) => {
    const { queryHash } = query
    if (isLost(query)) endMessage()
    if (!isAwaited(query)) {
      clearTimeout(timers.get(queryHash))
      timers.delete(queryHash)
      if (timers.size > 0) return
      isSaid = false
      endMessage()
    } else if (!timers.has(queryHash)) timers.set(queryHash, setTimeout(say, SLOW_AFTER_MS))
  }
  const say = () => {
    if (!isSaid && !cache.getAll().some(isLost)) takeAway = onSlow()
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

/** Returns whether a part of the page says that it got no answer. */
function isLost(query: Query): boolean {
  return query.state.status === 'error' && query.isActive() && isUnreachable(query)
}
