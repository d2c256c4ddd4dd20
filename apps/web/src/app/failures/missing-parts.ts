import { ApiError } from '@opal/contract/http/api-error'
import { data, isRouteErrorResponse, type RouterContextProvider } from 'react-router'
import { reportContext } from '../loading/load-context.ts'

type LoaderRequest = { readonly context: Readonly<RouterContextProvider>; readonly request: Request }

/** Returns an optional part of a page; null when it fails: then the browser requests it. Logs failures of the server. */
export async function orLater<Part>(part: Promise<Part>, { context, request }: LoaderRequest): Promise<Part | null> {
  try {
    return await part
  } catch (error) {
    if (request.signal.aborted) throw error
    if (!isRefused(error)) context.get(reportContext)(error)
    return null
  }
}

/**
 * Maps the failure of a page's main request to the error that its loader throws. An API that cannot answer now is a 503: the
 * page recovers by itself and robots retry. Other errors are returned unchanged.
 */
export function pageFailure(error: unknown, { context }: LoaderRequest): unknown {
  if (!(error instanceof ApiError && error.retryable)) return error
  context.get(reportContext)(error)
  return data(null, { status: 503 })
}

/** Returns whether the page failed by a client error, such as 404. */
export function isClientsFault(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500
}

/** Returns whether the API refused the request (4xx), which is not logged. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== null && error.status < 500
}
