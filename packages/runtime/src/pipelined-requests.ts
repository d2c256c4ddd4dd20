import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for answers at the same time. Browsers and proxies send one after the other. */
const MAX_WAITING = 16

/**
 * Hangs up on a connection that sends further requests while many of its own wait. A client that waits for no answer would have the server
 * handle, or refuse, as many as fit into its line: ten thousand in a second, in a few hundred kilobytes. Call it once all
 * handlers are added, before the server listens.
 */
export function boundPipelines(server: Server): void {
  const waiting = new WeakMap<Socket, number>()
  const add = (socket: Socket, count: number): number => {
    const sum = (waiting.get(socket) ?? 0) + count
    waiting.set(socket, sum)
    return sum
  }
  // Before any framework handles the request: whatever a connection has sent is parsed anyway, so refusing it has to be cheap.
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (socket.destroyed) return
    if (add(socket, 1) > MAX_WAITING) {
      socket.destroy()
      return
    }
    response.once('close', () => add(socket, -1))
    for (const handle of handlers) handle.call(server, request, response)
  })
  // Node.js would itself answer any number of requests with an unknown `Expect` header, past every limit.
  server.removeAllListeners('checkExpectation')
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
}
