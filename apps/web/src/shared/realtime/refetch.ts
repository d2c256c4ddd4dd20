import { Backoff } from '@opal/domain/backoff'
import { hashKey, type InvalidateQueryFilters, type QueryClient } from '@tanstack/react-query'

/** So long a reading may be begun again because something else has happened. Milliseconds. */
const RESTARTS_FOR_MS = 500
/** Pauses before a failed query is fetched again. */
const RETRY_BACKOFF = { firstMs: 2_000, maxMs: 30_000 }

interface Reading {
  /** When the first of what it is to show has happened. */
  readonly sinceMs: number
  /** Resolves when what is shown holds everything that has happened by then. */
  readonly done: Promise<void>
  /** When the first has happened that its answer may not hold. */
  oldSinceMs: number | null
}

const readings = new WeakMap<QueryClient, Map<string, Reading>>()
/** What waits to be tried again. */
const failures = new WeakMap<QueryClient, Set<string>>()

/**
 * Reads anew what a live message has made old. A reading under way is begun again, so that no older answer is shown; but not
 * for ever: where messages come faster than answers, it is let finish and followed by one more. What could not be read is
 * tried again as long as it is shown: otherwise it would stay as it was until the next message.
 */
export function refetchAfterChange(
  client: QueryClient,
  filters: InvalidateQueryFilters & Required<Pick<InvalidateQueryFilters, 'queryKey'>>,
): Promise<void> {
  const under = readings.get(client) ?? new Map<string, Reading>()
  readings.set(client, under)
  const name = hashKey(filters.queryKey)
  const before = under.get(name)
  const nowMs = performance.now()
  if (before !== undefined && nowMs - before.sinceMs > RESTARTS_FOR_MS) {
    before.oldSinceMs ??= nowMs
    return before.done
  }
  return begin(before?.sinceMs ?? nowMs)

  function begin(sinceMs: number): Promise<void> {
    const reading: Reading = { sinceMs, done: Promise.resolve().then(read), oldSinceMs: null }
    under.set(name, reading)
    return reading.done

    async function read(): Promise<void> {
      await client.invalidateQueries(filters)
      if (under.get(name) !== reading) return under.get(name)?.done
      under.delete(name)
      if (reading.oldSinceMs !== null) return begin(reading.oldSinceMs)
      tryLater(new Backoff(RETRY_BACKOFF))
    }
  }

  function tryLater(backoff: Backoff): void {
    const waiting = failures.get(client) ?? new Set<string>()
    failures.set(client, waiting)
    if (waiting.has(name) || !isFailed()) return
    waiting.add(name)
    setTimeout(() => {
      waiting.delete(name)
      // Something has begun to read it meanwhile, or nobody looks any more.
      if (under.has(name) || !isFailed()) return
      void client.invalidateQueries(filters).then(() => tryLater(backoff))
    }, backoff.next())
  }

  function isFailed(): boolean {
    const shown = client.getQueryCache().findAll({ ...filters, type: 'active' })
    return shown.some(({ state }) => state.status === 'error')
  }
}
