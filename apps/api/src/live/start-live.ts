import type { Server as HttpServer } from 'node:http'
import {
  type LiveClientEvents,
  type LiveMessage,
  type LiveServerEvents,
  MAX_ROOMS_PER_SOCKET,
  type SubscriptionAck,
} from '@opal/contract/shapes/live'
import { listenChanges } from '@opal/store/read/listen-changes'
import { Server, type Socket } from 'socket.io'
import type { ApiConfig } from '../config.ts'
import type { ApiContext, ApiParts } from '../context.ts'
import { clientIdentity } from '../http/client-address.ts'
import { isAllowedOrigin } from '../http/is-allowed-origin.ts'
import { presentNotification } from '../notifications/present-notification.ts'
import { startNotifier } from '../notifications/start-notifier.ts'
import { admitWallets, type SocketFacts, tellWallet } from '../notifications/wallet-sockets.ts'
import { type PumpElection, standForPump } from '../sharing/pump-election.ts'
import type { RedisLink } from '../sharing/redis-link.ts'
import { type ChangePump, createChangePump } from './change-pump.ts'
import { type BetweenProcesses, connectProcesses } from './connect-processes.ts'
import { createFeedReader } from './feed-reader.ts'
import { createSocketLimits } from './limit-sockets.ts'
import { isOurRoom, roomOf, roomsOf } from './live-rooms.ts'

type LiveServer = Server<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>

/** The live channel while it is open. */
export interface Live extends AsyncDisposable {
  readonly pump: ChangePump
}

/**
 * Opens the live channel on an HTTP server: subscriptions in, the change feed out. With Redis one of several processes reads
 * the feed for all; whatever becomes of that, each tells its own sockets everything, once and in order.
 */
export async function startLive(
  httpServer: HttpServer,
  context: ApiParts & Pick<ApiContext, 'log'>,
  config: ApiConfig,
  redis: RedisLink | null = null,
  hear: (message: LiveMessage) => void = () => undefined,
): Promise<Live> {
  const limits = createSocketLimits(clientIdentity(config))
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: 4 * 1024,
    cors: { credentials: true, origin: (origin, done) => done(null, isAllowedOrigin(origin, config)) },
    allowRequest: (request, done) =>
      done(null, isAllowedOrigin(request.headers.origin, config) && limits.admits(request)),
  })
  io.engine.on('connection', (connection) => limits.watch(connection))
  const key = `opal:${config.network}:live`
  if (redis !== null) connectProcesses(io, redis, key)
  let election: PumpElection | null = null
  const pump = await createChangePump({
    context,
    // One emit to both rooms: a socket in both hears the message once.
    emit: (message) => {
      // Who reads again because of it must not be given what was kept.
      hear(message)
      ;(io.local.to([...roomsOf(message)]).emit as (kind: string, message: unknown) => void)(message.kind, message)
    },
    onRead: (batch) => {
      if (election?.role === 'leads') io.serverSideEmit('feed', batch)
    },
  })
  const reader = createFeedReader(pump, () => election?.role === 'follows')
  io.on('feed', (batch) => reader.hear(batch))
  // Who comes to read reads what was missed while nobody did.
  if (redis !== null) election = await standForPump(redis, `${key}:pump`, () => void pump.wake())
  admitWallets(io, context)
  const notifier = startNotifier({
    context,
    tell: (notification) => tellWallet(io, context, notification.wallet, presentNotification(notification)),
  })
  io.on('connection', (socket) => acceptSubscriptions(socket, pump))
  const listener = listenChanges({
    connectionString: context.store.connectionString,
    // The market is told first: the pump makes messages, the notifier rows.
    onWake: () => void reader.ring().then(() => notifier.wake()),
    onError: (error) => context.log.warn({ err: error }, 'the change feed is not heard'),
  })
  return {
    pump,
    [Symbol.asyncDispose]: async () => {
      await listener[Symbol.asyncDispose]()
      await notifier[Symbol.asyncDispose]()
      await election?.[Symbol.asyncDispose]()
      reader[Symbol.dispose]()
      io.local.disconnectSockets(true)
      io.engine.close()
    },
  }
}

type LiveSocket = Socket<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>

function acceptSubscriptions(socket: LiveSocket, pump: ChangePump): void {
  socket.on('subscribe', (asked: unknown, ack?: unknown) => {
    const room = roomOf(asked)
    if (room === null) return reply(ack, { ok: false, reason: 'There is no such room.' })
    if (ourRooms(socket) >= MAX_ROOMS_PER_SOCKET && !socket.rooms.has(room)) {
      return reply(ack, { ok: false, reason: `No more than ${MAX_ROOMS_PER_SOCKET} rooms.` })
    }
    void socket.join(room)
    reply(ack, { ok: true, lastId: String(pump.lastId) })
  })
  socket.on('unsubscribe', (asked: unknown, ack?: unknown) => {
    const room = roomOf(asked)
    if (room === null) return reply(ack, { ok: false, reason: 'There is no such room.' })
    void socket.leave(room)
    reply(ack, { ok: true, lastId: String(pump.lastId) })
  })
}

function ourRooms(socket: LiveSocket): number {
  return [...socket.rooms].filter(isOurRoom).length
}

function reply(ack: unknown, answer: SubscriptionAck): void {
  if (typeof ack === 'function') ack(answer)
}
