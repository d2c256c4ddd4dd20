import type { IncomingMessage } from 'node:http'

/** The request by which a socket was opened, and what Socket.IO made of it. */
interface Opened {
  readonly request: IncomingMessage
  readonly handshake: { headers: object; query: object; url: string }
}

/**
 * Forgets the headers and the address by which a socket was opened, once all that read them have done so. They would be in memory for as long as it is
 * open, and may have as many bytes as the rest of it.
 */
export function forgetHandshake({ request, handshake }: Opened): void {
  Object.assign(request, { headers: {}, rawHeaders: [], url: '', _query: {} })
  Object.assign(handshake, { headers: {}, query: {}, url: '' })
}
