import { Backoff } from '@opal/domain/backoff'
import { hashKey, type InvalidateQueryFilters, type QueryClient } from '@tanstack/react-query'

/** Longest delay of a pending refetch that further changes restart, in milliseconds. */
const RESTARTS_FOR_MS = 500
/** Pauses before a failed query is fetched again. */
const RETRY_BACKOFF = { firstMs: 2_000, maxMs: 30_000 }

interface Refetch {
  /** Time of the first change that it must show. */
  readonly sinceMs: number
  /** Resolves when every change so far is shown. */
  readonly done: Promise<void>
  /** Time of the first change that its response may miss; null for none. */
  missedSinceMs: number | null
}

const refetches = new WeakMap<QueryClient, Map<string, Refetch>>()
/** Keys of failed queries that wait for a retry. */
const failures = new WeakMap<QueryClient, Set<string>>()

/**
 * Refetches queries that a live message has made stale. Restarts a pending refetch, so that no older response is shown, but
 * only for 500 ms: when messages arrive faster than responses, it completes and another one follows. Failed queries are retried
 * while they are shown: otherwise they would stay stale until the next message.
 */
export function refetchAfterChange(
  client: QueryClient,
  filters: InvalidateQueryFilters & Required<Pick<InvalidateQueryFilters, 'queryKey'>>,
): Promise<void> {
  const pending = refetches.get(client) ?? new Map<string, Refetch>()
  refetches.set(client, pending)
  const name = hashKey(filters.queryKey)
  const before = pending.get(name)
  const nowMs = performance.now()
  if (before !== undefined && nowMs - before.sinceMs > RESTARTS_FOR_MS) {
    before.missedSinceMs ??= nowMs
    return before.done
  }
  return begin(before?.sinceMs ?? nowMs)

  function begin(sinceMs: number): Promise<void> {
    const refetch: Refetch = { sinceMs, done: Promise.resolve().then(run), missedSinceMs: null }
    pending.set(name, refetch)
    return refetch.done

    async function run(): Promise<void> {
      await client.invalidateQueries(filters)
      if (pending.get(name) !== refetch) return pending.get(name)?.done
      pending.delete(name)
      if (refetch.missedSinceMs !== null) return begin(refetch.missedSinceMs)
      retryLater(new Backoff(RETRY_BACKOFF))
    }
  }

  function retryLater(backoff: Backoff): void {
    const waiting = failures.get(client) ?? new Set<string>()
    failures.set(client, waiting)
    if (waiting.has(name) || !isFailed()) return
    waiting.add(name)
    setTimeout(() => {
      waiting.delete(name)
      // Another refetch has started since, or the query is no longer shown.
      if (pending.has(name) || !isFailed()) return
      void client.invalidateQueries(filters).then(() => retryLater(backoff))
    }, backoff.next())
  }

  function isFailed(): boolean {
    const shown = client.getQueryCache().findAll({ ...filters, type: 'active' })
    return shown.some(({ state }) => state.status === 'error')
  }
}
