import type { FastifyRequest } from 'fastify'

/** The logged part of a request. */
export interface LoggedRequest {
  readonly requestId: string
  readonly method: string
  /** Without the query when the request has a session: searches of signed-in users are private. */
  readonly url: string
}

/** Returns the part of a request to log: no headers, and no query of a signed-in user. */
export function loggedRequest({ id, method, url, headers }: FastifyRequest): LoggedRequest {
  const isSignedIn = headers.cookie !== undefined || headers.authorization !== undefined
  return { requestId: id, method, url: isSignedIn ? url.replace(/\?.*/s, '') : url }
}
