import { ApiError } from '@opal/contract/http/api-error'
import { type Query, QueryClient } from '@tanstack/react-query'

/** Time for which query results count as fresh, in milliseconds. Live messages refresh what is on the screen before that. */
export const STALE = { lists: 15_000, details: 15_000, metrics: 60_000 } as const

/** Options of queries whose results change without a live message, such as names: once stale, they are fetched again when the tab is shown again. */
export const REFETCH_WHEN_SHOWN = { refetchOnWindowFocus: true } as const

/** Options of queries of stats by hours and days: their windows move on without a live message, so they are also fetched every minute. */
export const FOLLOW_WINDOWS = { ...REFETCH_WHEN_SHOWN, refetchInterval: 60_000 } as const

/** Pause before what lacks something is fetched again, in milliseconds, and how often: it may never come. */
export const [SOON_MS, MAX_SOON] = [5_000, 12]

/**
 * Returns the `refetchInterval` of a query whose result may lack what is still being fetched, such as the images of a first start.
 * @param dataUpdateCount how often the query was answered.
 * @param otherwise the interval once nothing is missing.
 */
export function soonWhile<Otherwise extends number | false>(
  isLacking: boolean,
  dataUpdateCount: number,
  otherwise: Otherwise,
): number | Otherwise {
  return isLacking && dataUpdateCount < MAX_SOON ? SOON_MS : otherwise
}

/** Returns whether a retry can succeed after this error: not after the API refused the request. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.retryable
}

/** Returns whether a call was given up because no answer came. Another attempt would leave the reader waiting as long again. */
function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
}

/**
 * Creates the query client of one document: per request on the server, per visit in the browser. What was left and is shown again is fetched
 * again, however fresh it is: no live message has refreshed it in between.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE.lists,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isRetryable(error) && !isTimeout(error),
      },
    },
  })
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'observerRemoved' && isKeptFresh(event.observer.options.staleTime)) expireOnceLeft(event.query)
    // A write to a query that nothing shows any more does not make it fresh.
    if (event.type === 'updated' && isWrittenByPage(event.action) && isLeft(event.query)) event.query.invalidate()
  })
  return client
}

/** Returns whether live messages refresh a query while it is shown, by its stale time. */
function isKeptFresh(staleTime: unknown): boolean {
  return typeof staleTime === 'number' && staleTime <= STALE.lists
}

/** Marks a query as stale unless another part of the page shows it, or the one that comes in place of the last. */
function expireOnceLeft(query: Query): void {
  // When the last reader leaves, its cancelled request restores the former state first: invalidate after that.
  setTimeout(() => {
    if (isLeft(query)) query.invalidate()
  })
}

function isLeft(query: Query): boolean {
  return query.getObserversCount() === 0
}

/** Returns whether a query's data was changed by the page, and is no answer. */
function isWrittenByPage(action: { readonly type: string; readonly manual?: boolean }): boolean {
  return action.type === 'success' && action.manual === true
}
