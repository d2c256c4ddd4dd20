import type { IncomingMessage } from 'node:http'

/**
 * Returns whether a request asks the engine of sockets for a WebSocket: Node hands a connection that it upgrades to the engine, and counts, times and
 * answers it no more. Any other request that offers another protocol is answered as if it offered none.
 */
export function isForSockets({ url, headers }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true && headers.upgrade?.toLowerCase() === 'websocket'
}
