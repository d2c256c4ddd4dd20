import { setImmediate } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import type { LiveClientEvents, LiveServerEvents } from '@opal/contract/live'
import { isUnmade, MAX_CHANGES, notifyChanges } from '@opal/store/accounts/notifications/notify-changes'
import { notifyTime } from '@opal/store/accounts/notifications/notify-time'
import {
  readLastNotificationId,
  readNotificationsAfter,
  type StoredNotification,
} from '@opal/store/accounts/notifications/read-notifications'
import type { Server, Socket } from 'socket.io'
import { findOpenSession, findOpenSessions } from '../auth/key-rotation.ts'
import { hashSessionToken, sessionCookieName } from '../auth/session-token.ts'
import type { ApiContext } from '../context.ts'
import { presentNotification } from '../resources/notifications/present-notification.ts'
import { coalesced } from './coalesced.ts'
import type { BetweenProcesses } from './redis-link.ts'

/** Notifications of one read. */
const BATCH = 200
/** Interval of checks for what happens without a change, such as an expiry. */
const TIME_EVERY_MS = 60_000
/** Sockets of one session that are sent notifications: a person has some tabs open. */
const MAX_SOCKETS_PER_SESSION = 10
/** Notifications sent before other messages get a turn. */
const SENT_PER_TURN = 200

export interface NotifierOptions {
  readonly context: Pick<ApiContext, 'store' | 'nowMicros' | 'log'>
  /** Sends notifications, oldest first, to the sockets of their wallets. */
  readonly notify: (notifications: readonly StoredNotification[]) => Promise<void>
}

/** Makes notifications of the change feed and of time, and sends those that this or another process made. */
export interface Notifier extends AsyncDisposable {
  /** Something may have been written. Resolves when all notifications of what was written by now have been sent. */
  wake(): Promise<void>
}

/**
 * Starts it, also while the store is away. Notifications from before the start are not sent: clients read them when they connect.
 * They are made without waiting for those before them to be sent.
 */
export function startNotifier({ context, notify }: NotifierOptions): Notifier {
  const { store, nowMicros, log } = context
  let lastId: bigint | null = null

  const sendNew = async (): Promise<void> => {
    let hasMore = true
    while (lastId !== null && hasMore) {
      const made: readonly StoredNotification[] = await readNotificationsAfter(store, lastId, BATCH)
      if (made.length > 0) await notify(made)
      lastId = made.at(-1)?.id ?? lastId
      hasMore = made.length === BATCH
    }
  }
  const send = coalesced(() =>
    sendNew().catch((error: unknown) => log.error({ err: error }, 'notifications could not be sent')),
  )
  const makeNext = createSteps(context)
  const makeNew = async (): Promise<void> => {
    lastId ??= await readLastNotificationId(store)
    while (await makeNext()) void send()
  }
  const make = coalesced(() =>
    makeNew().catch((error: unknown) => log.error({ err: error }, 'notifications could not be made')),
  )
  let waking: Promise<void> = Promise.resolve()
  const wake = (): Promise<void> => {
    waking = make().then(send)
    return waking
  }
  const askTime = (): Promise<void> =>
    wake()
      .then(() => notifyTime(store, nowMicros()))
      .then(wake)
      .catch((error: unknown) => log.error({ err: error }, 'notifications that are due by time could not be made'))

  let asking = askTime()
  const timer = setInterval(() => {
    asking = asking.then(askTime)
  }, TIME_EVERY_MS)
  return {
    wake,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await asking
      await waking
    },
  }
}

/** Returns a function that makes the notifications of the next changes, and returns whether there are more changes. */
function createSteps({ store, log, nowMicros }: NotifierOptions['context']): () => Promise<boolean> {
  /** Number of changes in the next step; smaller after a step that failed, so that the failing changes hold up no others. */
  let most = MAX_CHANGES
  return async () => {
    try {
      const { hasMore } = await notifyChanges(store, nowMicros(), most)
      most = Math.min(2 * most, MAX_CHANGES)
      return hasMore
    } catch (error) {
      if (!isUnmade(error) || most === 1) throw error
      log.warn({ err: error, changes: most }, 'notifications of some changes are made in smaller steps')
      most = Math.ceil(most / 10)
      return true
    }
  }
}

/** Session of a socket, if it has one. */
export interface SocketFacts {
  sessionHash?: string
  wallet?: string
}
type WalletServer = Server<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>
type WalletSocket = Socket<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>
type Sessions = Pick<ApiContext, 'store' | 'nowMicros' | 'log' | 'network' | 'keyChecks'>

/**
 * Puts every socket that comes with an open session into its wallet's room, which no client can ask for. Of a session with many sockets
 * the newest are in it: the others are forgotten tabs, or connections that were lost and not yet noticed.
 */
export function admitWallets(io: WalletServer, context: Sessions): void {
  io.use((socket, next) => {
    recognise(socket, context).then(
      () => next(),
      (error: unknown) => {
        context.log.warn({ err: error }, 'a socket’s session could not be read')
        // Admitted as a visitor, the socket would never get notifications. Closed, the client reconnects.
        socket.conn.close()
      },
    )
  })
  const bySession = new Map<string, Set<WalletSocket>>()
  io.on('connection', (socket) => {
    const { wallet, sessionHash } = socket.data
    if (wallet === undefined || sessionHash === undefined) return
    const room = walletRoom(wallet)
    const sockets = bySession.get(sessionHash) ?? new Set()
    bySession.set(sessionHash, sockets.add(socket))
    void socket.join(room)
    void [...sockets].at(-MAX_SOCKETS_PER_SESSION - 1)?.leave(room)
    socket.on('disconnect', () => {
      sockets.delete(socket)
      if (sockets.size === 0) bySession.delete(sessionHash)
      void [...sockets].at(-MAX_SOCKETS_PER_SESSION)?.join(room)
    })
  })
}

async function recognise(socket: WalletSocket, context: Sessions): Promise<void> {
  const token = cookie.fastifyCookie.parse(socket.handshake.headers.cookie ?? '')[
    sessionCookieName(context.network.name)
  ]
  if (!token) return
  const sessionHash = hashSessionToken(token)
  const session = await findOpenSession(context, sessionHash)
  if (session !== null) Object.assign(socket.data, { sessionHash, wallet: session.wallet })
}

/**
 * Sends notifications to their wallets' sockets at this process, except those whose session has ended since they connected, here or at
 * another process. Sessions are read once, however many sockets they have, and wallets with little to send go first.
 */
export async function notifyWallets(
  io: WalletServer,
  context: Sessions,
  notifications: readonly StoredNotification[],
): Promise<void> {
  const { adapter, sockets } = io.of('/')
  const wallets = [...Map.groupBy(notifications, ({ wallet }) => wallet)].map(([wallet, own]) => {
    const ids = [...(adapter.rooms.get(walletRoom(wallet)) ?? [])]
    return { wallet, own, sockets: ids.flatMap((id) => sockets.get(id) ?? []) }
  })
  const hashes = new Set(wallets.flatMap((one) => one.sockets.flatMap(({ data }) => data.sessionHash ?? [])))
  if (hashes.size === 0) return
  const sessions = await findOpenSessions(context, [...hashes])
  const toSend = (one: (typeof wallets)[number]): number => one.own.length * one.sockets.length
  let sent = 0
  for (const { wallet, own, sockets: its } of wallets.toSorted((a, b) => toSend(a) - toSend(b))) {
    const messages = own.map(presentNotification)
    for (const socket of its) {
      const isOpen = sessions.get(socket.data.sessionHash ?? '')?.wallet === wallet
      if (!isOpen) void socket.leave(walletRoom(wallet))
      else for (const message of messages) socket.emit('notification', message)
      sent += messages.length
      if (sent >= SENT_PER_TURN) {
        sent = 0
        await setImmediate()
      }
    }
  }
}

function walletRoom(wallet: string): string {
  return `wallet:${wallet}`
}
