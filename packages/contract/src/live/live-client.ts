import { toAddressOrNull } from '@opal/domain/address'
import { Backoff } from '@opal/domain/backoff'
import { CHANGE_KINDS } from '@opal/domain/live/change-kinds'
import {
  HEARTBEAT_INTERVAL_MS,
  type LiveHeartbeat,
  type LiveMessage,
  type LiveRoom,
  liveMessage,
  type Subscription,
  type SubscriptionAck,
} from '../live.ts'
import { withShownNames } from '../shapes/shown-names.ts'
import { LiveFeed, type LiveFeedOptions } from './live-feed.ts'

/** A subscription topic: a room of the whole market, or everything about one collection. */
export type LiveTopic = { readonly room: LiveRoom } | { readonly collectionId: string }

/**
 * `connecting` before it was ever live; `live`: every room is acknowledged and named by heartbeats, and nothing is missing;
 * `reconnecting`: what is shown may be out of date.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting'

interface Listen {
  (event: 'connect' | 'connect_error', listener: () => void): unknown
  (event: 'disconnect', listener: (reason: string) => void): unknown
  (event: 'heartbeat', listener: (heartbeat: LiveHeartbeat) => void): unknown
  (event: LiveMessage['kind'], listener: (message: unknown) => void): unknown
}

/** The required interface of a Socket.IO client, which reconnects by itself. */
export interface LiveSocket {
  readonly connected: boolean
  connect(): unknown
  disconnect(): unknown
  readonly on: Listen
  readonly off: Listen
  emit(event: 'unsubscribe', subscription: Subscription): unknown
  timeout(ms: number): { emit(event: 'subscribe', subscription: Subscription, onAnswer: OnAnswer): unknown }
}
type OnAnswer = (error: Error | null, ack?: SubscriptionAck) => void

export interface LiveClientOptions extends LiveFeedOptions {
  readonly socket: LiveSocket
  onState(state: LiveState): void
  /** Between 0 and 1: spreads what many clients would do at the same time. Default `Math.random`. */
  readonly random?: () => number
}

/** Timeout of a `subscribe` without an acknowledgement. */
const ACK_TIMEOUT_MS = 5_000
/** Acknowledgements that may fail to come in a row before another connection is opened. */
const MAX_MISSED_ACKS = 2
/** Time without a heartbeat after which a room counts as silent: two were missed. */
const STALE_MS = 2.5 * HEARTBEAT_INTERVAL_MS
/** Time that a newly requested room may take while the rest stays live: its page was only just loaded. */
const JOIN_GRACE_MS = 2_000
const CHECK_INTERVAL_MS = 1_000
/** Longest pause before a connection is opened in place of one that did not serve. */
const MAX_RECONNECT_PAUSE_MS = 3_000
const BACK_FILL_BACKOFF = { firstMs: CHECK_INTERVAL_MS, maxMs: 10_000 }

interface Room {
  readonly topic: LiveTopic
  isAcknowledged: boolean
  /** Time of the next attempt after a refusal; null when it was not refused. */
  askAgainAt: number | null
  /** No heartbeat has named it since it fell silent. */
  isSuspect: boolean
  missedAcks: number
  /** Feed id up to which everything was sent, by its last heartbeat; null until the first after joining. */
  sentUpTo: bigint | null
  /** Time of its last heartbeat or acknowledgement. */
  heardAt: number
}

/**
 * Follows the live feed over a socket: joins the rooms that are wanted, again after every cut; asks again, and opens another
 * connection, when a room is not acknowledged or falls silent; back-fills what was missed. Delivers every message once and in
 * order, and says `live` only while that is true of every room.
 */
export class LiveClient implements Disposable {
  readonly #options: LiveClientOptions
  readonly #feed: LiveFeed
  readonly #rooms = new Map<string, Room>()
  readonly #timer: ReturnType<typeof setInterval>
  #pause: ReturnType<typeof setTimeout> | null = null
  #state: LiveState = 'connecting'
  /** Counts connections: answers to an earlier one are ignored. */
  #connection = 0
  #graceUntil = 0
  #isBackFilling = false
  readonly #backFillBackoff = new Backoff(BACK_FILL_BACKOFF)
  #backFillAt = 0

  constructor(options: LiveClientOptions) {
    this.#options = options
    this.#feed = new LiveFeed(options)
    const { socket } = options
    socket.on('connect', this.#onConnect)
    socket.on('disconnect', this.#onDisconnect)
    socket.on('connect_error', this.#onConnectError)
    socket.on('heartbeat', this.#onHeartbeat)
    for (const kind of CHANGE_KINDS) socket.on(kind, this.#onMessage)
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS)
    if (socket.connected) this.#onConnect()
  }

  /** Sets the requested rooms. */
  want(topics: readonly LiveTopic[]): void {
    const { socket } = this.#options
    const wanted = new Map(topics.map((topic) => [keyOf(topic), topic]))
    for (const [key, { topic }] of this.#rooms) {
      if (wanted.has(key)) continue
      this.#rooms.delete(key)
      if (socket.connected) socket.emit('unsubscribe', topic)
    }
    const added = [...wanted].filter(([key]) => !this.#rooms.has(key))
    if (added.length > 0 && this.#feed.isWhole) this.#graceUntil = Date.now() + JOIN_GRACE_MS
    if (added.length > 0) this.#feed.hold()
    for (const [key, topic] of added) {
      const room: Room = {
        topic,
        isAcknowledged: false,
        askAgainAt: null,
        isSuspect: false,
        missedAcks: 0,
        sentUpTo: null,
        heardAt: 0,
      }
      this.#rooms.set(key, room)
      if (socket.connected) this.#join(key, room)
    }
    this.#settle()
  }

  /** Ends everything, the socket included. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    if (this.#pause !== null) clearTimeout(this.#pause)
    const { socket } = this.#options
    socket.off('connect', this.#onConnect)
    socket.off('disconnect', this.#onDisconnect)
    socket.off('connect_error', this.#onConnectError)
    socket.off('heartbeat', this.#onHeartbeat)
    for (const kind of CHANGE_KINDS) socket.off(kind, this.#onMessage)
    this.#connection += 1
    socket.disconnect()
  }

  readonly #onConnect = (): void => {
    this.#connection += 1
    this.#backFillBackoff.reset()
    this.#backFillAt = 0
    this.#feed.hold()
    for (const [key, room] of this.#rooms) this.#join(key, room)
    this.#settle()
  }

  readonly #onDisconnect = (reason: string): void => {
    this.#connection += 1
    this.#graceUntil = 0
    this.#feed.hold()
    for (const room of this.#rooms.values()) room.isAcknowledged = false
    this.#settle()
    // Socket.IO does not reconnect after this, but a server that shuts down disconnects in the same way.
    if (reason === 'io server disconnect') this.#connectSoon()
  }

  readonly #onConnectError = (): void => this.#setState('reconnecting')

  readonly #onMessage = (raw: unknown): void => {
    const message = liveMessage.safeParse(withShownNames(raw))
    if (message.success) this.#feed.receive(message.data)
  }

  readonly #onHeartbeat = ({ lastId, rooms, collectionIds }: LiveHeartbeat): void => {
    for (const key of [...rooms, ...collectionIds]) {
      const room = this.#rooms.get(key)
      if (room === undefined) continue
      room.heardAt = Date.now()
      room.isSuspect = false
      room.sentUpTo = BigInt(lastId)
    }
    this.#confirm()
    this.#settle()
  }

  /** Messages sent to every room need not be fetched again. */
  #confirm(): void {
    let upTo: bigint | null = null
    for (const { sentUpTo } of this.#rooms.values()) {
      if (sentUpTo === null) return
      if (upTo === null || sentUpTo < upTo) upTo = sentUpTo
    }
    if (upTo !== null) this.#feed.confirm(upTo)
  }

  #join(key: string, room: Room): void {
    const connection = this.#connection
    room.isAcknowledged = false
    room.askAgainAt = null
    room.sentUpTo = null
    const onAnswer: OnAnswer = (error, ack) => {
      if (connection !== this.#connection || this.#rooms.get(key) !== room) return
      if (error !== null || ack === undefined) this.#missed(key, room)
      else if (!ack.ok) this.#refused(room)
      else {
        room.isAcknowledged = true
        room.missedAcks = 0
        room.heardAt = Date.now()
        this.#feed.joinedAt(ack.lastId)
        this.#settle()
      }
    }
    this.#options.socket.timeout(ACK_TIMEOUT_MS).emit('subscribe', room.topic, onAnswer)
  }

  /** No acknowledgement came: the server is slow, or the connection is dead. */
  #missed(key: string, room: Room): void {
    room.missedAcks += 1
    this.#setState('reconnecting')
    if (room.missedAcks < MAX_MISSED_ACKS) this.#join(key, room)
    else this.#reconnect()
  }

  /** The server does not let us in: what is shown of this room is not live. */
  #refused(room: Room): void {
    room.askAgainAt = Date.now() + STALE_MS
    this.#setState('reconnecting')
  }

  #reconnect(): void {
    for (const room of this.#rooms.values()) room.missedAcks = 0
    this.#options.socket.disconnect()
    this.#connectSoon()
  }

  #connectSoon(): void {
    const { socket, random = Math.random } = this.#options
    if (this.#pause !== null) clearTimeout(this.#pause)
    this.#pause = setTimeout(() => socket.connect(), random() * MAX_RECONNECT_PAUSE_MS)
  }

  #check(): void {
    const now = Date.now()
    if (this.#options.socket.connected) {
      for (const [key, room] of this.#rooms) {
        if (room.askAgainAt !== null && now >= room.askAgainAt) this.#join(key, room)
        if (!room.isAcknowledged || now - room.heardAt <= STALE_MS) continue
        // Still silent after joining again: another connection may work.
        if (room.isSuspect) {
          this.#reconnect()
          break
        }
        room.isSuspect = true
        this.#feed.hold()
        this.#join(key, room)
      }
    }
    this.#settle()
  }

  /** Back-fills once every room is acknowledged, and says how we are doing. */
  #settle(): void {
    const rooms = [...this.#rooms.values()]
    const isJoined = this.#options.socket.connected && rooms.every(({ isAcknowledged }) => isAcknowledged)
    if (isJoined && rooms.length > 0 && !this.#feed.isWhole) void this.#backFill()
    const isWhole = rooms.length === 0 || this.#feed.isWhole
    if (isJoined && isWhole && rooms.every(({ isSuspect }) => !isSuspect)) this.#setState('live')
    else if (this.#state === 'live' && !this.#isInGrace()) this.#setState('reconnecting')
  }

  /** Nothing is wrong yet: rooms were only just asked for. */
  #isInGrace(): boolean {
    return this.#options.socket.connected && Date.now() < this.#graceUntil
  }

  async #backFill(): Promise<void> {
    if (this.#isBackFilling || Date.now() < this.#backFillAt) return
    this.#isBackFilling = true
    const result = await this.#feed.backFill()
    this.#isBackFilling = false
    if (result !== 'failed') this.#backFillBackoff.reset()
    this.#backFillAt = result === 'failed' ? Date.now() + this.#backFillBackoff.next() : 0
    this.#settle()
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }
}

function keyOf(topic: LiveTopic): string {
  return 'room' in topic ? topic.room : (toAddressOrNull(topic.collectionId) ?? topic.collectionId)
}
