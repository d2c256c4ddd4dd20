import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import {
  HEARTBEAT_INTERVAL_MS,
  type LiveClientEvents,
  type LiveMessage,
  type LiveServerEvents,
  type SubscriptionAck,
} from '@opal/contract/live'
import { hangUpOnStall } from '@opal/domain/limits/stalled-reader'
import { listenChanges } from '@opal/store/queries/activity/changes'
import { Server, type Socket } from 'socket.io'
import type { ApiConfig } from '../config.ts'
import type { ApiContext, ApiParts } from '../context.ts'
import { isAllowedOrigin } from '../http/browser-security.ts'
import { clientIdentity } from '../http/limits/client-address.ts'
import { type ChangeRelay, createChangeRelay, createFeedReader } from './change-relay.ts'
import { admitWallets, notifyWallets, type SocketFacts, startNotifier } from './notifier.ts'
import { type BetweenProcesses, connectProcesses, type RedisLink } from './redis-link.ts'
import { electRelay, type RelayElection } from './relay-election.ts'
import { Acknowledgements } from './sockets/acknowledgements.ts'
import { allowOneSocket, BoundedWebSocketServer } from './sockets/bounded-web-sockets.ts'
import { forgetHandshake } from './sockets/handshake-memory.ts'
import { startHeartbeats } from './sockets/heartbeats.ts'
import { isOurRoom, roomOf, roomsOf, subscriptionsOf } from './sockets/live-rooms.ts'
import { RoomLimits, type SocketRooms } from './sockets/room-limits.ts'
import { hangUp, SendBacklogs } from './sockets/send-backlog.ts'
import { createSocketLimits, type SocketCounts, type SocketLimits } from './sockets/socket-limits.ts'

/** Bytes of one message of a client: a subscription is shorter, and several that wait for a poll are sent in parts. */
const MAX_PAYLOAD_BYTES = 512
/** Malformed subscriptions after which a socket is closed: no client of ours sends any. */
const MAX_MALFORMED = 10
type LiveServer = Server<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>

/** The live channel while it is open. */
export interface Live extends AsyncDisposable {
  readonly relay: ChangeRelay
  /** Counts the sockets at this process. */
  readonly sockets: () => SocketCounts
}

export interface LiveOptions {
  readonly context: ApiParts & Pick<ApiContext, 'log'>
  readonly config: ApiConfig
  readonly redis?: RedisLink | null
  /** Called with every message before it is sent to any socket. */
  readonly onMessage?: (message: LiveMessage) => void
  /** Called once, when the feed's position is known after which messages are sent. */
  readonly onStarted?: () => void
  /** Milliseconds between two heartbeats of a socket. */
  readonly heartbeatMs?: number
}

/**
 * Opens the live channel on an HTTP server: it accepts subscriptions and sends the change feed. With Redis one of several
 * processes reads the feed for all; if it fails, each still sends its own sockets every message, once and in order.
 *
 * Every handler of sockets is registered when this returns. Call it before the server listens: a socket that connected
 * earlier would never be answered. The store may be away; subscriptions are acknowledged once it can be read.
 */
export function openLive(
  httpServer: HttpServer,
  { context, config, redis = null, onMessage, onStarted, heartbeatMs = HEARTBEAT_INTERVAL_MS }: LiveOptions,
): Live {
  const identity = clientIdentity(config)
  const limits = createSocketLimits(identity)
  const backlogs = new SendBacklogs()
  const roomLimits = new RoomLimits(identity)
  const io = openSocketServer(httpServer, { config, limits, backlogs })
  allowOneSocket(io)
  const key = `opal:${config.network}:live`
  if (redis !== null) connectProcesses(io, redis, key)
  let election: RelayElection | null = null
  const relay = createChangeRelay({
    context,
    // One emit to both rooms: a socket in both receives the message once.
    emit: (message) => {
      // A client that refetches because of the message must not get a cached answer.
      onMessage?.(message)
      ;(io.local.to([...roomsOf(message)]).emit as (kind: string, message: unknown) => void)(message.kind, message)
    },
    onRead: (batch) => {
      if (election?.role === 'leads') io.serverSideEmit('feed', batch)
    },
    ...(onStarted !== undefined && { onStarted }),
  })
  const reader = createFeedReader(relay, () => election?.role === 'follows')
  io.on('feed', (batch) => reader.receive(batch))
  admitWallets(io, context)
  const notifier = startNotifier({
    context,
    notify: (notifications) => notifyWallets(io, context, notifications),
  })
  const acknowledgements = new Acknowledgements(relay)
  io.on('connection', (socket) => {
    acceptSubscriptions(socket, relay, acknowledgements, roomLimits.socketOf(socket.request))
    forgetHandshake(socket)
  })
  // The process that takes over reads what no process has read.
  const pendingElection = redis === null ? null : electRelay(redis, `${key}:relay`, () => void relay.wake())
  void pendingElection?.then((elected) => {
    election = elected
  })
  void relay.wake()
  const heartbeats = startHeartbeats({
    relay,
    sockets: () => [...io.of('/').sockets.values()],
    send: (socket) => sendHeartbeat(socket, relay, backlogs),
    onError: (error) => context.log.error({ err: error }, 'heartbeats could not be sent'),
    everyMs: heartbeatMs,
  })
  const listener = listenChanges({
    connectionString: context.store.connectionString,
    // Messages of the market first: the relay makes messages, the notifier rows.
    onWake: () => void reader.notify().then(() => notifier.wake()),
    onError: (error) => context.log.warn({ err: error }, 'the change feed cannot be listened to'),
  })
  return {
    relay,
    sockets: limits.counts,
    [Symbol.asyncDispose]: async () => {
      heartbeats[Symbol.dispose]()
      await listener[Symbol.asyncDispose]()
      await notifier[Symbol.asyncDispose]()
      await (await pendingElection)?.[Symbol.asyncDispose]()
      reader[Symbol.dispose]()
      // Clients treat this as a lost connection and reconnect, which they would not after a disconnect by the server.
      io.engine.close()
    },
  }
}

export interface SocketServerOptions {
  readonly config: ApiConfig
  readonly limits: SocketLimits
  readonly backlogs: Pick<SendBacklogs, 'watch'>
  /** For tests. */
  readonly stallMs?: number
}

/** Opens the server of sockets, which refuses foreign origins and clients with too many sockets, and hangs up on who does not read a poll. */
export function openSocketServer(
  httpServer: HttpServer,
  { config, limits, backlogs, stallMs }: SocketServerOptions,
): LiveServer {
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    wsEngine: BoundedWebSocketServer,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    // All polling sockets get a message at once. Compressing each, to save some bytes, would take ten times the memory of a socket, and the
    // threads that files and DNS need.
    httpCompression: false,
    cors: { credentials: true, origin: (origin, done) => done(null, isAllowedOrigin(origin, config)) },
    allowRequest: (request, done) => {
      if (!isAllowedOrigin(request.headers.origin, config) || isForScripts(request))
        return done('foreign-origin', false)
      const refusal = limits.refusal(request)
      done(refusal, refusal === null)
    },
  })
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    if (!limits.admits(request)) return refuseAndHangUp(request.socket)
    // A WebSocket has no response here; `SendBacklogs` watches it.
    if (response instanceof ServerResponse) hangUpOnStall(response, stallMs)
    next()
  })
  io.engine.on('connection', (connection) => {
    limits.watch(connection)
    backlogs.watch(connection)
  })
  return io
}

/**
 * Disconnects a client that asks far too often, with a fixed answer that costs less than one of the engine. If the connection ended without an
 * answer, a proxy would blame the server and send it no client's requests for a while.
 */
function refuseAndHangUp(socket: NetSocket): void {
  socket.write('HTTP/1.1 429 Too Many Requests\r\nretry-after: 60\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  socket.destroySoon()
}

/**
 * Returns whether the engine would answer a handshake, and all that follows, by scripts: a page of another host of our site can run these with the
 * visitor's cookie, and browsers name no origin for them. The query is the one by which the engine decides.
 */
function isForScripts(request: IncomingMessage & { readonly _query?: { readonly j?: unknown } }): boolean {
  return request._query?.j !== undefined
}

type LiveSocket = Socket<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>

function acceptSubscriptions(
  socket: LiveSocket,
  relay: ChangeRelay,
  acknowledgements: Acknowledgements,
  rooms: SocketRooms,
): void {
  socket.on('disconnect', () => {
    rooms.clear()
    acknowledgements.clear(socket)
  })
  let malformed = 0
  const refuse = (ack: unknown): void => {
    malformed += 1
    if (malformed > MAX_MALFORMED) hangUp(socket.conn)
    else reply(ack, { ok: false, reason: 'There is no such room.' })
  }
  socket.on('subscribe', (asked: unknown, ack?: unknown) => {
    const room = roomOf(asked)
    if (room === null) return refuse(ack)
    const reason = rooms.join(room)
    if (reason !== null) return reply(ack, { ok: false, reason })
    void socket.join(room)
    acknowledgements.add(socket, (lastId) => reply(ack, { ok: true, lastId: String(lastId) }))
  })
  socket.on('unsubscribe', (asked: unknown, ack?: unknown) => {
    const room = roomOf(asked)
    if (room === null) return refuse(ack)
    rooms.leave(room)
    void socket.leave(room)
    reply(ack, { ok: true, lastId: String(relay.lastId ?? 0n) })
  })
}

function sendHeartbeat(socket: LiveSocket, relay: ChangeRelay, backlogs: SendBacklogs): void {
  const rooms = [...socket.rooms].filter(isOurRoom)
  if (rooms.length === 0 || !backlogs.admitsHeartbeat(socket.conn)) return
  socket.emit('heartbeat', { ...subscriptionsOf(rooms), lastId: String(relay.lastId) })
}

function reply(ack: unknown, answer: SubscriptionAck): void {
  if (typeof ack === 'function') ack(answer)
}
