import type { ApiClient } from '@opal/contract/client'
import { ApiError } from '@opal/contract/http/api-error'
import { getHealth } from '@opal/contract/network/health'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isRetryable } from '../../app/loading/query-client.ts'
import { TOO_MANY_REQUESTS } from '../../shared/format/failure-sentence.ts'
import { failedImages, removeFailedImage, retryFailedImages } from '../../shared/hooks/failed-images.ts'

/** Returns whether the API answers. */
export async function isApiReachable(api: ApiClient): Promise<boolean> {
  return api(getHealth, {}).then(
    () => true,
    () => false,
  )
}

/** Returns whether a query is shown, has failed, and may succeed at a retry. */
export function isRecoverable(query: Query): boolean {
  const { status, fetchStatus, error } = query.state
  return status === 'error' && fetchStatus === 'idle' && query.isActive() && isRetryable(error)
}

/** Returns whether a query failed because the API was unreachable. */
export function isUnreachable({ state }: Query): boolean {
  return state.error instanceof ApiError && state.error.code === 'unreachable'
}

/**
 * Refetches failed queries.
 * @param wasAway whether the API was unreachable: refetches all other shown queries too, because calls with a failure value
 *   (such as zeros) do not report failures. Paged lists are excluded: they follow live messages.
 */
export async function refetchFailed(queryClient: QueryClient, wasAway: boolean): Promise<void> {
  const predicate = (query: Query) => isRecoverable(query) || (wasAway && !isPaged(query))
  await queryClient.refetchQueries({ type: 'active', predicate })
}

function isPaged({ state }: Query): boolean {
  return typeof state.data === 'object' && state.data !== null && 'pages' in state.data
}

/** Requests one failed image; when it loads now, all are retried. Removes one that the server refuses. */
export async function probeImage(): Promise<void> {
  const [url] = failedImages.get()
  if (url === undefined) return
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok === true) return retryFailedImages()
  removeFailedImage(url)
  // An outage or a rate limit says nothing about the image: it moves to the end of the list.
  const isRefused = answer !== null && answer.status < 500 && answer.status !== TOO_MANY_REQUESTS
  if (!isRefused) failedImages.set((before) => [...before, url])
}
