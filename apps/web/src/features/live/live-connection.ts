import type { ApiClient } from '@opal/contract/client'
import { listLiveMessages } from '@opal/contract/endpoints/list-live-messages'
import { type LiveClientEvents, type LiveServerEvents, liveMessage } from '@opal/contract/shapes/live'
import { notification } from '@opal/contract/shapes/notification'
import { io, type Socket } from 'socket.io-client'
import { deliverLive, type LiveTopic, liveStatus, liveTopics, topicKey } from '../../lib/live-bus.ts'
import { deliverNotification } from '../../lib/live-notifications.ts'
import { pageSession } from '../../lib/page-session.ts'
import { followChainState, noteVersion, readLag } from './chain-state.ts'
import { createFeedCursor, type FeedCursor } from './feed-cursor.ts'

/** A connection that says nothing for so long is given up and tried anew. */
const HANDSHAKE_MS = 10_000

type LiveSocket = Socket<LiveServerEvents, LiveClientEvents>

const KINDS = ['activity', 'floor_change', 'volume_change', 'bid_change'] as const

/**
 * Keeps the live bus fed: joins the rooms somebody listens to, fetches what was missed after a gap, drops what was
 * already heard, and says how it is doing.
 * @param since ledger version that the page was rendered with; null where it is not known.
 * @returns closes it.
 */
export function openLiveConnection(origin: string, api: ApiClient, since: string | null): () => void {
  const socket: LiveSocket = io(origin, {
    transports: ['websocket', 'polling'],
    timeout: HANDSHAKE_MS,
    // The session's cookie says whose notifications are told here.
    withCredentials: true,
  })
  const feed = createFeedCursor({
    deliver: deliverLive,
    fetchSince: (id) => api(listLiveMessages, { query: { id, take: 500 } }),
    fetchSinceVersion: (version) => api(listLiveMessages, { query: { version, take: 500 } }),
  })
  const rooms = keepRooms(socket, feed, since)
  socket.on('connect', () => {
    setState('live')
    void readLag(api)
    // Before anything new is heard, which would hide how far it was heard.
    void feed.catchUp()
    rooms.joinAnew()
  })
  socket.on('disconnect', () => setState('reconnecting'))
  socket.on('connect_error', () => setState('reconnecting'))
  socket.io.on('reconnect_attempt', () => setState('reconnecting'))
  hearMessages(socket, feed)
  const stopSession = reconnectWithSession(socket)
  const stopRooms = liveTopics.subscribe(() => socket.connected && rooms.sync())
  const stopFigures = followChainState(api)
  return () => {
    stopFigures()
    stopRooms()
    stopSession()
    socket.disconnect()
  }
}

/** Keeps the socket in the rooms that somebody listens to. */
function keepRooms(socket: LiveSocket, feed: FeedCursor, since: string | null) {
  const joined = new Map<string, LiveTopic>()
  let rendered = since
  const join = (topic: LiveTopic) =>
    new Promise<void>((done) => {
      socket.emit('subscribe', topic, (ack) => {
        if (ack.ok) feed.startAt(ack.lastId)
        done()
      })
    })
  /** What happened before the rooms were joined is asked for once they are: nothing falls between. */
  const catchUp = async (joins: readonly Promise<void>[]) => {
    await Promise.all(joins)
    const from = rendered
    rendered = null
    await (from === null ? feed.catchUp() : feed.catchUpFrom(from))
  }
  const sync = () => {
    const wanted = new Map(liveTopics.get().map((topic) => [topicKey(topic), topic]))
    for (const [key, topic] of joined) if (!wanted.has(key)) socket.emit('unsubscribe', topic)
    const joins = [...wanted].flatMap(([key, topic]) => (joined.has(key) ? [] : [join(topic)]))
    joined.clear()
    for (const [key, topic] of wanted) joined.set(key, topic)
    if (joins.length > 0) void catchUp(joins)
  }
  /** A new connection is in no room yet. */
  const joinAnew = () => {
    joined.clear()
    sync()
  }
  return { sync, joinAnew }
}

function hearMessages(socket: LiveSocket, feed: FeedCursor): void {
  for (const kind of KINDS) {
    socket.on(kind, (raw: unknown) => {
      const message = liveMessage.safeParse(raw)
      if (!message.success) return
      noteVersion(message.data.version)
      feed.receive(message.data)
    })
  }
  socket.on('notification', (raw: unknown) => {
    const told = notification.safeParse(raw)
    if (told.success) deliverNotification(told.data)
  })
}

function setState(state: 'live' | 'reconnecting'): void {
  liveStatus.set((before) => (before.state === state ? before : { ...before, state }))
}

/** The server learns who somebody is when the socket opens: after signing in or out it is opened anew, and catches up. */
function reconnectWithSession(socket: Socket): () => void {
  let { wallet } = pageSession.get()
  return pageSession.subscribe(() => {
    const now = pageSession.get().wallet
    if (now === wallet) return
    wallet = now
    if (socket.connected) socket.disconnect().connect()
  })
}
