import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Header of the request id, from the proxy to the log and back to the client. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Allowed ids: bounded, without characters that could break a log line or a header. */
const VALID = /^[\w.-]{1,64}$/

/** Returns the request's id, or a new one if it has none or an invalid one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID()
}
