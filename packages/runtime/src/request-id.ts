import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Header that names a request, from the proxy to the log and back to who asked. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Bounded, and nothing that could end a line of a log or a header. */
const VALID = /^[\w.-]{1,64}$/

/** Returns the id that a request came with, or a new one where it has none that may be used. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID()
}
