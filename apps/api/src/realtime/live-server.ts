import type { Server as HttpServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import {
  HEARTBEAT_INTERVAL_MS,
  LIVE_ROOMS,
  type LiveClientEvents,
  type LiveMessage,
  type LiveRoom,
  type LiveServerEvents,
  MAX_ROOMS_PER_SOCKET,
  type SubscriptionAck,
  subscription,
} from '@opal/contract/live'
import { ROOM_OF_KIND } from '@opal/contract/live/room-of-kind'
import { parseAddress } from '@opal/domain/address'
import { listenChanges } from '@opal/store/queries/activity/changes'
import { Server, type Socket } from 'socket.io'
import type { ApiConfig } from '../config.ts'
import type { ApiContext, ApiParts } from '../context.ts'
import { isAllowedOrigin } from '../http/browser-security.ts'
import { clientIdentity } from '../http/limits/client-address.ts'
import { presentNotification } from '../resources/notifications/present-notification.ts'
import { type ChangeRelay, createChangeRelay, createFeedReader } from './change-relay.ts'
import { admitWallets, notifyWallet, type SocketFacts, startNotifier } from './notifier.ts'
import { type BetweenProcesses, connectProcesses, type RedisLink } from './redis-link.ts'
import { electRelay, type RelayElection } from './relay-election.ts'
import { createSocketLimits, type SocketCounts } from './socket-limits.ts'

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
  /** Called once, when it is known from which place in the feed on messages come. */
  readonly onStarted?: () => void
  /** Milliseconds between two heartbeats of a room. */
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
  const limits = createSocketLimits(clientIdentity(config))
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: 4 * 1024,
    cors: { credentials: true, origin: (origin, done) => done(null, isAllowedOrigin(origin, config)) },
    allowRequest: (request, done) => {
      if (!isAllowedOrigin(request.headers.origin, config)) return done('foreign-origin', false)
      const refusal = limits.refusal(request)
      done(refusal, refusal === null)
    },
  })
  io.engine.on('connection', (connection) => limits.watch(connection))
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
    notify: (notification) => notifyWallet(io, context, notification.wallet, presentNotification(notification)),
  })
  io.on('connection', (socket) => acceptSubscriptions(socket, relay))
  // The process that begins to read reads what was missed while none did.
  const pendingElection = redis === null ? null : electRelay(redis, `${key}:relay`, () => void relay.wake())
  void pendingElection?.then((elected) => {
    election = elected
  })
  void relay.wake()
  const heartbeats = startHeartbeats(io, relay, heartbeatMs)
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

type LiveSocket = Socket<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>

function acceptSubscriptions(socket: LiveSocket, relay: ChangeRelay): void {
  socket.on('subscribe', (asked: unknown, ack?: unknown) => {
    const room = roomOf(asked)
    if (room === null) return reply(ack, { ok: false, reason: 'There is no such room.' })
    if (ourRooms(socket) >= MAX_ROOMS_PER_SOCKET && !socket.rooms.has(room)) {
      return reply(ack, { ok: false, reason: `No more than ${MAX_ROOMS_PER_SOCKET} rooms.` })
    }
    void socket.join(room)
    void acknowledge(ack, relay)
  })
  socket.on('unsubscribe', (asked: unknown, ack?: unknown) => {
    const room = roomOf(asked)
    if (room === null) return reply(ack, { ok: false, reason: 'There is no such room.' })
    void socket.leave(room)
    reply(ack, { ok: true, lastId: String(relay.lastId ?? 0n) })
  })
}

/** Acknowledges a subscription with the id after which every message is sent, once the feed can be read. */
async function acknowledge(ack: unknown, relay: ChangeRelay): Promise<void> {
  const joinedAt = relay.lastId ?? (await relay.started)
  await relay.readable()
  reply(ack, { ok: true, lastId: String(joinedAt) })
}

/**
 * Sends a heartbeat to every room with subscribers, on the same path as messages. None is sent while the store cannot be read:
 * its absence means that messages are missing too.
 */
function startHeartbeats(io: LiveServer, relay: ChangeRelay, everyMs: number): Disposable {
  let isBeating = false
  const beat = async (): Promise<void> => {
    if (isBeating) return
    isBeating = true
    if (await relay.wake()) {
      for (const room of [...io.of('/').adapter.rooms.keys()].filter(isOurRoom)) {
        io.local.to(room).emit('heartbeat', { ...subscriptionOf(room), lastId: String(relay.lastId) })
        // Messages are not held up by the heartbeats of many rooms.
        await setImmediate()
      }
    }
    isBeating = false
  }
  const timer = setInterval(() => void beat(), everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function ourRooms(socket: LiveSocket): number {
  return [...socket.rooms].filter(isOurRoom).length
}

function reply(ack: unknown, answer: SubscriptionAck): void {
  if (typeof ack === 'function') ack(answer)
}

const COLLECTION_PREFIX = 'collection:'

/** Returns the rooms of a message: its kind's, if there is one, and its collection's. */
export function roomsOf(message: Pick<LiveMessage, 'kind' | 'collectionId'>): readonly string[] {
  const room = ROOM_OF_KIND[message.kind]
  const collection = message.collectionId === null ? null : collectionRoom(message.collectionId)
  return [room, collection].filter((one) => one !== null)
}

/** The room that a subscription names; null when it is none of ours. */
export function roomOf(asked: unknown): string | null {
  const parsed = subscription.safeParse(asked)
  if (!parsed.success) return null
  return 'room' in parsed.data ? parsed.data.room : collectionRoom(parseAddress(parsed.data.collectionId))
}

/** The subscription that leads to one of our rooms. */
export function subscriptionOf(room: string): { room: LiveRoom } | { collectionId: string } {
  const isCollection = room.startsWith(COLLECTION_PREFIX)
  return isCollection ? { collectionId: room.slice(COLLECTION_PREFIX.length) } : { room: room as LiveRoom }
}

function collectionRoom(collectionId: string): string {
  return `${COLLECTION_PREFIX}${collectionId}`
}

/** Returns whether clients may join a room. Socket.IO has one more for every socket. */
export function isOurRoom(room: string): boolean {
  return room.startsWith(COLLECTION_PREFIX) || (LIVE_ROOMS as readonly string[]).includes(room)
}
