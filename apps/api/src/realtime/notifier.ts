import cookie from '@fastify/cookie'
import type { LiveClientEvents, LiveServerEvents } from '@opal/contract/live'
import type { Notification } from '@opal/contract/notifications'
import { notifyChanges } from '@opal/store/accounts/notifications/notify-changes'
import { notifyTime } from '@opal/store/accounts/notifications/notify-time'
import {
  readLastNotificationId,
  readNotificationsAfter,
  type StoredNotification,
} from '@opal/store/accounts/notifications/read-notifications'
import type { Server, Socket } from 'socket.io'
import { findOpenSession } from '../auth/key-rotation.ts'
import { hashSessionToken, sessionCookieName } from '../auth/session-token.ts'
import type { ApiContext } from '../context.ts'
import type { BetweenProcesses } from './redis-link.ts'

/** Notifications read at once. */
const BATCH = 200
/** Interval of checks for what happens without a change, such as an expiry. */
const TIME_EVERY_MS = 60_000

export interface NotifierOptions {
  readonly context: Pick<ApiContext, 'store' | 'nowMicros' | 'log'>
  /** Sends a notification to its wallet's sockets. */
  readonly notify: (notification: StoredNotification) => Promise<void>
}

/** Makes notifications of the change feed and of time, and sends those that this or another process made. */
export interface Notifier extends AsyncDisposable {
  /** Something may have been written. Resolves when all notifications of what was written by now have been sent. */
  wake(): Promise<void>
}

/** Starts it, also while the store is away. Notifications from before the start are not sent: clients read them when they connect. */
export function startNotifier({ context, notify }: NotifierOptions): Notifier {
  const { store, nowMicros, log } = context
  let lastId: bigint | null = null
  let running: Promise<void> | null = null
  let again = false

  const drain = async (): Promise<void> => {
    lastId ??= await readLastNotificationId(store)
    do {
      again = false
      while ((await notifyChanges(store)).hasMore);
      const made = await readNotificationsAfter(store, lastId, BATCH)
      for (const notification of made) {
        await notify(notification)
        lastId = notification.id
      }
      if (made.length === BATCH) again = true
    } while (again)
  }
  const wake = (): Promise<void> => {
    again = true
    running ??= drain()
      .catch((error: unknown) => log.error({ err: error }, 'notifications could not be made'))
      .finally(() => {
        running = null
      })
    return running
  }
  const askTime = (): Promise<void> =>
    wake()
      .then(() => notifyTime(store, nowMicros()))
      .then(wake)
      .catch((error: unknown) => log.error({ err: error }, 'time could not be asked for notifications'))

  let asking = askTime()
  const timer = setInterval(() => {
    asking = asking.then(askTime)
  }, TIME_EVERY_MS)
  return {
    wake,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await asking
      await running
    },
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

/** Puts every socket that comes with an open session into its wallet's room, which no client can ask for. */
export function admitWallets(io: WalletServer, context: Sessions): void {
  io.use((socket, next) => {
    recognise(socket, context).then(
      () => next(),
      (error: unknown) => {
        context.log.warn({ err: error }, 'a socket’s session could not be read')
        // As a visitor the socket would get no notification while it is open: the client reconnects by itself.
        socket.conn.close()
      },
    )
  })
  io.on('connection', (socket) => {
    if (socket.data.wallet !== undefined) void socket.join(walletRoom(socket.data.wallet))
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
 * Sends a notification to a wallet's sockets at this process, except those whose session has ended since they connected, here or at
 * another process.
 */
export async function notifyWallet(
  io: WalletServer,
  context: Sessions,
  wallet: string,
  message: Notification,
): Promise<void> {
  const room = walletRoom(wallet)
  const { adapter, sockets } = io.of('/')
  for (const id of [...(adapter.rooms.get(room) ?? [])]) {
    const socket = sockets.get(id)
    if (socket === undefined) continue
    const { sessionHash } = socket.data
    const session = sessionHash === undefined ? null : await findOpenSession(context, sessionHash)
    if (session?.wallet === wallet) socket.emit('notification', message)
    else void socket.leave(room)
  }
}

function walletRoom(wallet: string): string {
  return `wallet:${wallet}`
}
