import type { ApiClient } from '@opal/contract/client'
import { type LiveClientEvents, type LiveServerEvents, listLiveMessages } from '@opal/contract/live'
import { LiveClient } from '@opal/contract/live/live-client'
import { notification } from '@opal/contract/notifications'
import { io, type Socket } from 'socket.io-client'
import { noteSeenVersion } from '../../app/loading/seen-version.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { deliverLive, liveStatus, liveTopics } from '../../shared/realtime/live-bus.ts'
import { deliverNotification } from '../../shared/realtime/live-notifications.ts'
import { followChainState, noteVersion, readLag } from './chain-state.ts'
import { gatherMessages } from './gather-messages.ts'

/** Longest handshake; then the connection is retried. */
const HANDSHAKE_MS = 10_000
/** Delays before a lost connection is retried: a restarting API is back within seconds. */
const RECONNECT_PAUSE = { reconnectionDelay: 500, reconnectionDelayMax: 2_500 }

/**
 * Opens the live connection: delivers messages of the subscribed rooms to the live bus, and updates the live status.
 * @param since ledger version that the page was rendered with; null where it is unknown.
 * @returns closes the connection.
 */
export function openLiveConnection(origin: string, api: ApiClient, since: string | null): () => void {
  const socket: Socket<LiveServerEvents, LiveClientEvents> = io(origin, {
    transports: ['websocket', 'polling'],
    timeout: HANDSHAKE_MS,
    // The session cookie identifies the wallet whose notifications are sent.
    withCredentials: true,
    ...RECONNECT_PAUSE,
  })
  const gathered = gatherMessages((message) => {
    noteVersion(message.version)
    noteSeenVersion(BigInt(message.version))
    deliverLive(message)
  })
  const client = new LiveClient({
    socket,
    sinceVersion: since,
    fetchSince: (position) => api(listLiveMessages, { query: { ...position, take: 500 } }),
    deliver: (message) => gathered.add(message),
    onState: (state) => liveStatus.set((before) => ({ ...before, state })),
  })
  const follow = (): void => client.want(liveTopics.get())
  follow()
  socket.on('connect', () => void readLag(api))
  socket.on('notification', (raw: unknown) => {
    const received = notification.safeParse(raw)
    if (received.success) deliverNotification(received.data)
  })
  const stops = [liveTopics.subscribe(follow), reconnectWithSession(socket), followChainState(api)]
  return () => {
    for (const stop of stops) stop()
    client[Symbol.dispose]()
    gathered[Symbol.dispose]()
  }
}

/** Reconnects after signing in or out, because the server reads the session when the socket opens. */
function reconnectWithSession(socket: Socket): () => void {
  let { wallet } = pageSession.get()
  return pageSession.subscribe(() => {
    const now = pageSession.get().wallet
    if (now === wallet) return
    wallet = now
    if (socket.connected) socket.disconnect().connect()
  })
}
