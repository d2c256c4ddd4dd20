import { ApiError } from '@opal/contract/api-error'
import { data, isRouteErrorResponse, type RouterContextProvider } from 'react-router'
import { reportContext } from './load-context.ts'

type Asked = { readonly context: Readonly<RouterContextProvider>; readonly request: Request }

/** A part that a page can do without until the browser asks for it; null when it cannot be had. */
export async function orLater<Part>(part: Promise<Part>, { context, request }: Asked): Promise<Part | null> {
  try {
    return await part
  } catch (error) {
    if (request.signal.aborted) throw error
    if (!isRefused(error)) context.get(reportContext)(error)
    return null
  }
}

/**
 * What a page is about could not be had. Nobody there, or nobody who can answer now, is a 503: the page comes back by
 * itself and robots come again; anything else stays the error that it is.
 * @returns what the loader throws.
 */
export function pageFailure(error: unknown, { context }: Asked): unknown {
  if (!(error instanceof ApiError && error.retryable)) return error
  context.get(reportContext)(error)
  return data(null, { status: 503 })
}

/** Was a page refused for what was asked, such as one that is not there? */
export function isClientsFault(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500
}

/** The answer is no, which is nothing for the log. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== null && error.status < 500
}
