import { HEARTBEAT_INTERVAL_MS, type LiveMessage, type Subscription, type SubscriptionAck } from '../../live.ts'
import type { FeedPage, FeedPlace } from '../live-feed.ts'

/** One-way latency of a packet or a request. */
const LATENCY_MS = 20
const PAGE = 3

/**
 * A live server for tests that drive the clock: it can restart, accept connections without a listener, lose its
 * store, forget that a socket is in a room, and acknowledge on a connection that it sends nothing over. Message n has id and version n.
 */
export class ScriptedLiveServer implements Disposable {
  readonly feed: LiveMessage[] = []
  readonly connections = new Set<ServerConnection>()
  isUp = true
  /** Connections that are opened now are never listened to. */
  isDeaf = false
  readonly #timer = setInterval(() => this.#beat(), HEARTBEAT_INTERVAL_MS)
  #isStoreAway = false
  #emitted = 0
  #unacknowledged: (() => void)[] = []

  get isStoreAway(): boolean {
    return this.#isStoreAway
  }

  set isStoreAway(isAway: boolean) {
    this.#isStoreAway = isAway
    if (isAway) return
    this.#pump()
    for (const acknowledge of this.#unacknowledged.splice(0)) acknowledge()
  }

  append(message: Pick<LiveMessage, 'collectionId'> & { kind: 'floor_change' | 'bid_change' }): void {
    const id = String(this.feed.length + 1)
    this.feed.push({ ...message, id, version: id, at: '1', new: id, old: null })
    if (!this.#isStoreAway) this.#pump()
  }

  goDown(): void {
    this.isUp = false
    for (const connection of this.connections) connection.cut()
    this.connections.clear()
    this.#unacknowledged = []
  }

  /** Comes up at the end of the feed, as a process that begins. */
  comeUp(): void {
    this.isUp = true
    this.#emitted = this.feed.length
  }

  subscribe(connection: ServerConnection, asked: Subscription, acknowledge: (ack: SubscriptionAck) => void): void {
    if (connection.isDeaf) return
    connection.rooms.add(roomOf(asked))
    const lastId = String(this.#emitted)
    const answer = (): void => acknowledge({ ok: true, lastId })
    if (this.#isStoreAway) this.#unacknowledged.push(answer)
    else answer()
  }

  /** Answers `GET /live/since`. */
  async fetchSince(place: FeedPlace): Promise<FeedPage> {
    await wait(LATENCY_MS)
    if (!this.isUp || this.#isStoreAway) throw new Error('unreachable')
    const after = Number('id' in place ? place.id : place.version)
    const page = { data: this.feed.slice(after, after + PAGE), hasMore: this.feed.length > after + PAGE }
    await wait(LATENCY_MS)
    return page
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #pump(): void {
    for (const message of this.feed.slice(this.#emitted)) {
      const rooms = [message.kind === 'floor_change' ? 'floor_room' : 'bid_room', message.collectionId]
      for (const connection of this.connections)
        if (rooms.some((room) => room !== null && connection.rooms.has(room))) connection.send(message.kind, message)
    }
    this.#emitted = this.feed.length
  }

  #beat(): void {
    if (!this.isUp || this.#isStoreAway) return
    for (const connection of this.connections) {
      const rooms = [...connection.rooms].filter((room) => !room.startsWith('0x'))
      const collectionIds = [...connection.rooms].filter((room) => room.startsWith('0x'))
      const isInSome = connection.rooms.size > 0
      if (isInSome) connection.send('heartbeat', { rooms, collectionIds, lastId: String(this.#emitted) })
    }
  }
}

interface ServerConnection {
  readonly isDeaf: boolean
  /** It acknowledges, and sends nothing. */
  isMuted: boolean
  readonly rooms: Set<string>
  send(event: string, payload: unknown): void
  /** The connection breaks: the client connects again by itself. */
  cut(): void
  /** The server says that it ends: the client does nothing. */
  dismiss(): void
}

type Listener = (payload: never) => void

/** A Socket.IO client of it, with as much of the library's behaviour as matters: it connects again after a cut. */
export class ScriptedSocket {
  readonly #server: ScriptedLiveServer
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #acks = new Set<(error: Error) => void>()
  #connection: ServerConnection | null = null
  #retry: ReturnType<typeof setTimeout> | null = null

  constructor(server: ScriptedLiveServer) {
    this.#server = server
    this.connect()
  }

  get connected(): boolean {
    return this.#connection !== null
  }

  /** The server's state of this connection; null while there is none. */
  get connection(): ServerConnection | null {
    return this.#connection
  }

  connect(): this {
    if (this.connected || this.#retry !== null) return this
    this.#retry = setTimeout(() => {
      this.#retry = null
      if (this.#server.isUp) this.#open()
      else {
        this.#fire('connect_error')
        this.connect()
      }
    }, 1_000)
    return this
  }

  disconnect(): this {
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    this.#close('io client disconnect')
    return this
  }

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  emit(_event: 'unsubscribe', topic: Subscription): void {
    const connection = this.#connection
    setTimeout(() => connection?.rooms.delete(roomOf(topic)), LATENCY_MS)
  }

  timeout(ms: number) {
    return {
      emit: (_event: 'subscribe', topic: Subscription, done: (error: Error | null, ack?: SubscriptionAck) => void) => {
        const connection = this.#connection
        const end = (error: Error | null, ack?: SubscriptionAck): void => {
          if (!this.#acks.delete(end)) return
          clearTimeout(late)
          done(error, ack)
        }
        const late = setTimeout(() => end(new Error('operation has timed out')), ms)
        this.#acks.add(end)
        setTimeout(() => {
          if (connection === null || connection !== this.#connection) return
          this.#server.subscribe(connection, topic, (ack) => this.#later(connection, () => end(null, ack)))
        }, LATENCY_MS)
      },
    }
  }

  #open(): void {
    const connection: ServerConnection = {
      isDeaf: this.#server.isDeaf,
      isMuted: false,
      rooms: new Set(),
      send: (event, payload) => {
        if (!connection.isMuted) this.#later(connection, () => this.#fire(event, payload))
      },
      cut: () => {
        if (this.#connection !== connection) return
        this.#close('transport close')
        this.connect()
      },
      dismiss: () => {
        if (this.#connection === connection) this.#close('io server disconnect')
      },
    }
    this.#server.connections.add(connection)
    this.#connection = connection
    this.#fire('connect')
  }

  #close(reason: string): void {
    if (this.#connection === null) return
    this.#server.connections.delete(this.#connection)
    this.#connection = null
    for (const fail of [...this.#acks]) fail(new Error('socket has been disconnected'))
    this.#fire('disconnect', reason)
  }

  /** Packets arrive in order, and none of a connection that is gone. */
  #later(connection: ServerConnection, arrive: () => void): void {
    setTimeout(() => {
      if (this.#connection === connection) arrive()
    }, LATENCY_MS)
  }

  #fire(event: string, payload?: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload as never)
  }
}

function roomOf(topic: Subscription): string {
  return 'room' in topic ? topic.room : topic.collectionId
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
