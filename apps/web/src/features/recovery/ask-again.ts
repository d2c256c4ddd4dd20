import { ApiError } from '@opal/contract/api-error'
import type { ApiClient } from '@opal/contract/client'
import { getHealth } from '@opal/contract/health'
import type { Query, QueryClient } from '@tanstack/react-query'
import { mayComeYet } from '../../app/query-client.ts'
import { failedImages, removeFailedImage, retryFailedImages } from '../../shared/hooks/failed-images.ts'

/** Status of those who asked too often: it is no word about the picture. */
const TOO_MANY = 429

/** Does the API answer at all? */
export async function isApiReachable(api: ApiClient): Promise<boolean> {
  return api(getHealth, {}).then(
    () => true,
    () => false,
  )
}

/** Is it on the page, and did not come? */
export function isRecoverable(query: Query): boolean {
  const { status, fetchStatus, error } = query.state
  return status === 'error' && fetchStatus === 'idle' && query.isActive() && mayComeYet(error)
}

/** Was nobody there to answer it? */
export function isUnreachable({ state }: Query): boolean {
  return state.error instanceof ApiError && state.error.code === 'unreachable'
}

/**
 * Reads again what did not come.
 * @param wasAway nobody answered for a while: whatever else is on the page and small is read again as well. Calls whose
 *   failure counts as a value, such as zeros, do not tell that they failed. Long lists follow the feed.
 */
export async function refetchFailed(queryClient: QueryClient, wasAway: boolean): Promise<void> {
  const predicate = (query: Query) => isRecoverable(query) || (wasAway && !isPaged(query))
  await queryClient.refetchQueries({ type: 'active', predicate })
}

function isPaged({ state }: Query): boolean {
  return typeof state.data === 'object' && state.data !== null && 'pages' in state.data
}

/** Tries one picture that did not come; where it does now, all are tried. One that is refused is given up. */
export async function probeImage(): Promise<void> {
  const [url] = failedImages.get()
  if (url === undefined) return
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok === true) return retryFailedImages()
  removeFailedImage(url)
  // Not there yet: after the others it is its turn again.
  const isRefused = answer !== null && answer.status < 500 && answer.status !== TOO_MANY
  if (!isRefused) failedImages.set((before) => [...before, url])
}
