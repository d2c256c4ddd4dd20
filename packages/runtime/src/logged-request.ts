import type { FastifyRequest } from 'fastify'

/** A request as it is logged. */
export interface LoggedRequest {
  readonly requestId: string
  readonly method: string
  /** With its query only where nobody is signed in: what a person looks for is theirs. */
  readonly url: string
}

/** Returns what is logged of a request: no header, and of a signed-in person no query. */
export function loggedRequest({ id, method, url, headers }: FastifyRequest): LoggedRequest {
  const isSignedIn = headers.cookie !== undefined || headers.authorization !== undefined
  return { requestId: id, method, url: isSignedIn ? url.replace(/\?.*/s, '') : url }
}
