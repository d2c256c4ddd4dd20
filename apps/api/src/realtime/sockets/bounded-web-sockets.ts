import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import type { DefaultEventsMap, Server } from 'socket.io'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { hangUp } from './send-backlog.ts'

/** Pings and pongs that one socket may send in ten seconds. Browsers send none; libraries and proxies one in some seconds. */
const CONTROL_FRAMES_PER_WINDOW = 20
const WINDOW_MS = 10_000
/** Fragments of one message: a client of ours sends none. Empty ones cost no bytes of the message, which the library lets have sixteen thousand. */
const FRAGMENTS = { maxFragments: 16 }

/**
 * The WebSockets of Socket.IO's engine, with a bound on what the engine does not see: it counts messages alone, whatever parts they come in, and each
 * ping is answered, however many come and however little of the answers is read. A socket is bounded from its first frame on, before the
 * engine knows it.
 */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options?: ServerOptions) {
    super({ ...options, ...FRAGMENTS })
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    accept: (webSocket: WebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (webSocket, upgraded) => {
      const frames = new LocalCounts()
      const count = () => {
        if (frames.count('', WINDOW_MS, performance.now()).current > CONTROL_FRAMES_PER_WINDOW) webSocket.terminate()
      }
      webSocket.on('ping', count).on('pong', count)
      accept(webSocket, upgraded)
    })
  }
}

/**
 * Lets one socket of Socket.IO be made on a connection, and hangs up where another is asked for. Until the first is open the library makes one
 * for each packet that asks, and nothing counts these: each takes memory until the connection ends. Call it before any other middleware.
 */
export function allowOneSocket<
  Received extends DefaultEventsMap,
  Emitted extends DefaultEventsMap,
  Between extends DefaultEventsMap,
  Facts,
>(io: Server<Received, Emitted, Between, Facts>): void {
  const connections = new WeakSet<object>()
  io.use(({ conn }, next) => {
    if (!connections.has(conn)) {
      connections.add(conn)
      return next()
    }
    hangUp(conn)
    // The library removes sockets of connections that have ended.
    next(new Error('A connection has one socket.'))
  })
}
