import cookie from '@fastify/cookie'
import type { LiveClientEvents, LiveServerEvents } from '@opal/contract/live'
import type { Notification } from '@opal/contract/notifications'
import { findSession } from '@opal/store/accounts/sessions'
import type { Server, Socket } from 'socket.io'
import type { ApiContext } from '../context.ts'
import type { BetweenProcesses } from '../live/connect-processes.ts'
import { hashSessionToken, sessionCookieName } from '../session/session-token.ts'

/** What is known of a socket: its session, when it came with one. */
export interface SocketFacts {
  sessionHash?: string
  wallet?: string
}
type WalletServer = Server<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>
type WalletSocket = Socket<LiveClientEvents, LiveServerEvents, BetweenProcesses, SocketFacts>
type Sessions = Pick<ApiContext, 'store' | 'nowMicros' | 'log' | 'network'>

/** Puts every socket that comes with an open session into its wallet's room, which no client can ask for. */
export function admitWallets(io: WalletServer, context: Sessions): void {
  io.use((socket, next) => {
    recognise(socket, context).then(
      () => next(),
      (error: unknown) => {
        context.log.warn({ err: error }, 'a socket’s session could not be read')
        // As a visitor it would hear no notification for as long as it stands: it comes again by itself.
        socket.conn.close()
      },
    )
  })
  io.on('connection', (socket) => {
    if (socket.data.wallet !== undefined) void socket.join(roomOfWallet(socket.data.wallet))
  })
}

async function recognise(socket: WalletSocket, { store, nowMicros, network }: Sessions): Promise<void> {
  const token = cookie.fastifyCookie.parse(socket.handshake.headers.cookie ?? '')[sessionCookieName(network.name)]
  if (!token) return
  const sessionHash = hashSessionToken(token)
  const session = await findSession(store, sessionHash, nowMicros())
  if (session !== null) Object.assign(socket.data, { sessionHash, wallet: session.wallet })
}

/**
 * Tells a wallet's sockets at this process. A session that has ended since its socket came, here or at another process,
 * hears nothing any more.
 */
export async function tellWallet(
  io: WalletServer,
  { store, nowMicros }: Sessions,
  wallet: string,
  message: Notification,
): Promise<void> {
  const room = roomOfWallet(wallet)
  const { adapter, sockets } = io.of('/')
  for (const id of [...(adapter.rooms.get(room) ?? [])]) {
    const socket = sockets.get(id)
    if (socket === undefined) continue
    const { sessionHash } = socket.data
    const session = sessionHash === undefined ? null : await findSession(store, sessionHash, nowMicros())
    if (session?.wallet === wallet) socket.emit('notification', message)
    else void socket.leave(room)
  }
}

function roomOfWallet(wallet: string): string {
  return `wallet:${wallet}`
}
