import { createApiClient } from '@opal/contract/client'
import { LIVE_ROOMS, type LiveClientEvents, type LiveServerEvents, listLiveMessages } from '@opal/contract/live'
import { LiveClient, type LiveState } from '@opal/contract/live/live-client'
import { io, type Socket } from 'socket.io-client'

const SOCKETS = 20
const HANDSHAKE_MS = 10_000
/** Same settings as the site's client. */
const RECONNECT_PAUSE = { reconnectionDelay: 500, reconnectionDelayMax: 2_500 }
const PAGE = 500

/** Messages that one socket received. */
export interface Follower {
  readonly state: LiveState
  /** Feed id after which no message may be missing; null before the socket is live. */
  readonly since: bigint | null
  /** Number of deliveries by feed id. */
  readonly delivered: ReadonlyMap<bigint, number>
}

/** Sockets that joined every room of the market, as open pages do. */
export interface Followers extends Disposable {
  readonly all: readonly Follower[]
}

/** Opens the sockets, with the site's own client. */
export function openFollowers(origin: string): Followers {
  const opened = Array.from({ length: SOCKETS }, () => openFollower(origin))
  return {
    all: opened.map(({ follower }) => follower),
    [Symbol.dispose]() {
      for (const { client } of opened) client[Symbol.dispose]()
    },
  }
}

function openFollower(origin: string) {
  const api = createApiClient({ api: origin })
  const delivered = new Map<bigint, number>()
  const follower = { state: 'connecting' as LiveState, since: null as bigint | null, delivered }
  const socket: Socket<LiveServerEvents, LiveClientEvents> = io(origin, {
    transports: ['websocket', 'polling'],
    timeout: HANDSHAKE_MS,
    forceNew: true,
    ...RECONNECT_PAUSE,
  })
  const client = new LiveClient({
    socket,
    sinceVersion: null,
    fetchSince: (place) => api(listLiveMessages, { query: { ...place, take: PAGE } }),
    deliver: ({ id }) => {
      const place = BigInt(id)
      // No message after the first one may be missing.
      follower.since ??= place
      delivered.set(place, (delivered.get(place) ?? 0) + 1)
    },
    onState: (state) => {
      follower.state = state
    },
  })
  client.want(LIVE_ROOMS.map((room) => ({ room })))
  return { client, follower }
}

/** Messages that sockets missed or received twice. */
export interface LiveLosses {
  readonly lost: number
  readonly duplicated: number
}

/**
 * Compares the messages that sockets received with the feed.
 * @param feed consecutive ids that every socket should have received
 */
export function lossesOf(followers: readonly Follower[], feed: readonly bigint[]): LiveLosses {
  let [lost, duplicated] = [0, 0]
  for (const { since, delivered } of followers) {
    for (const id of feed) {
      if (since === null || id < since) continue
      const times = delivered.get(id) ?? 0
      if (times === 0) lost += 1
      if (times > 1) duplicated += 1
    }
  }
  return { lost, duplicated }
}
