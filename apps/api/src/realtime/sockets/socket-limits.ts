import type { IncomingMessage } from 'node:http'
import { MAX_ROOMS_PER_SOCKET } from '@opal/contract/live'
import type { Client, Sharer } from '@opal/domain/limits/client'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import type { ClientIdentity } from '../../http/limits/client-address.ts'
import { hangUp, type SendingConnection } from './send-backlog.ts'

/** Sockets that one address may hold open while there is room: a household behind one router, each person with some tabs. */
const MAX_OPEN_PER_ADDRESS = 200
/** Sockets that one address may hold however full it is. */
const MIN_OPEN_PER_ADDRESS = 2
/** Sockets of all addresses. */
const MAX_OPEN = 10_000
/** Memory of one socket, in bytes. */
export const SOCKET_BYTES = 25_000
/** Share of all sockets reserved for addresses that have or recently had a socket: users open more tabs, and reconnect. */
const RESERVED_SHARE = 0.1
/** Time for which an address counts as known after its last socket ended, and for which that has to have been open; milliseconds. */
const KNOWN_FOR_MS = 10 * 60_000
const KNOWN_AFTER_MS = 30_000
/** Sockets that one address may open in a minute: each asks the store for its session. */
const OPENED_PER_MINUTE = 300
/** Sockets that one address may request in a minute, refused ones included. Beyond them connections are closed, which costs less than an answer. */
const ASKED_PER_MINUTE = 2 * OPENED_PER_MINUTE
/** Requests of one address to the engine in a minute: its polling tabs ask a few times a second. */
const REQUESTS_PER_MINUTE = 20_000
/** Packets that one socket may send in ten seconds: twice what joins all the rooms that it may be in. */
const PACKETS_PER_WINDOW = 2 * MAX_ROOMS_PER_SOCKET
/** Packets that all sockets of one address may send in that time: two hundred that join ten rooms each. */
const PACKETS_PER_ADDRESS = 2_000
const WINDOW_MS = 10_000

/** Requests of a socket that is open: those without ask for one. */
const OF_SOCKET = /^[^#]*[?&]sid=[^&#]/

/** A connection of Socket.IO's engine. */
interface Connection extends SendingConnection {
  readonly request: IncomingMessage
  on(event: 'packet' | 'packetCreate' | 'flush', listener: (packet: { readonly data?: unknown }) => void): unknown
  once(event: 'close', listener: () => void): unknown
}

/** Reason for refusing a socket: its address has too many or opens them too fast, or all addresses together have too many. */
export type SocketRefusal = 'too-many-of-address' | 'too-many'

/** Sockets open now, and refused since the start. */
export interface SocketCounts {
  readonly open: number
  readonly max: number
  readonly refused: Readonly<Record<SocketRefusal, number>>
}

/** Counts sockets by address, by the site around it and together, and their messages. Programs of this machine open as many as they like. */
export interface SocketLimits {
  /** Counts a request to the engine, also one that it refuses. @returns false where its address makes, or asks for sockets by, far too many */
  admits(request: IncomingMessage): boolean
  /** Decides whether the client of a handshake may open another socket. @returns null, or why not */
  refusal(request: IncomingMessage): SocketRefusal | null
  /** Counts a connection while it is open, and hangs up when it, or its address, sends too many packets. */
  watch(connection: Connection): void
  counts(): SocketCounts
}

/**
 * Creates the limits. Above half of what it holds, the fuller it is, the fewer sockets an address may hold, so that a thousand
 * addresses with two hundred each leave room for those with a few. A site has as much of each bound as a few addresses. The last
 * tenth is reserved for known addresses, for as many sockets as each had, so that a flood which reconnects gets no more than
 * before.
 * @param now milliseconds.
 */
export function createSocketLimits(
  { clientOf, isOwnMachine }: ClientIdentity,
  now: () => number = () => performance.now(),
  maxOpen = MAX_OPEN,
): SocketLimits {
  const requests = new LocalCounts()
  const asked = new LocalCounts()
  const packetsOfAddress = new LocalCounts()
  const sockets = new OpenSockets(now, maxOpen)
  const refused = { 'too-many-of-address': 0, 'too-many': 0 }
  return {
    admits(request) {
      if (isOwnMachine(request)) return true
      const asksForSocket = !OF_SOCKET.test(request.url ?? '')
      return clientOf(request).every(
        ({ key, clients }) =>
          requests.count(key, 60_000, now()).current <= REQUESTS_PER_MINUTE * clients &&
          (!asksForSocket || asked.count(key, 60_000, now()).current <= ASKED_PER_MINUTE * clients),
      )
    },
    refusal(request) {
      if (isOwnMachine(request)) return null
      const refusal = sockets.refusalOf(clientOf(request))
      if (refusal !== null) refused[refusal] += 1
      return refusal
    },
    watch(connection) {
      const client = clientOf(connection.request)
      const isCounted = !isOwnMachine(connection.request)
      if (isCounted) {
        sockets.begin(client, connection)
        connection.once('close', () => sockets.end(client, connection))
      }
      const isSendingTooMuch = ({ key, clients }: Sharer) =>
        packetsOfAddress.count(key, WINDOW_MS, now()).current > PACKETS_PER_ADDRESS * clients
      const packets = new LocalCounts()
      connection.on('packet', () => {
        const isTooMany =
          packets.count('', WINDOW_MS, now()).current > PACKETS_PER_WINDOW ||
          (isCounted && client.some(isSendingTooMuch))
        if (isTooMany) hangUp(connection)
      })
    },
    counts: () => ({ open: sockets.total, max: maxOpen, refused: { ...refused } }),
  }
}

/** The open sockets by address and by site, how many more of these may open, and the addresses that are known by theirs. */
class OpenSockets {
  readonly #now: () => number
  readonly #max: number
  readonly #opened = new LocalCounts()
  /** Open connections of each address and each site, and since when. */
  readonly #open = new Map<string, Map<Connection, number>>()
  /** Addresses of connections that ended, the oldest first: only a connection that lasted adds one, so sockets and time bound them. */
  readonly #known = new Map<string, { readonly sockets: number; readonly untilMs: number }>()
  #total = 0

  constructor(now: () => number, max: number) {
    this.#now = now
    this.#max = max
  }

  /** Number of all open sockets. */
  get total(): number {
    return this.#total
  }

  /** Counts that a client asks for another socket. @returns null, or why it may not open one */
  refusalOf(client: Client): SocketRefusal | null {
    for (const sharer of client) {
      if (this.#openOf(sharer) >= MAX_OPEN_PER_ADDRESS * sharer.clients) return 'too-many-of-address'
      if (this.#opened.count(sharer.key, 60_000, this.#now()).current > OPENED_PER_MINUTE * sharer.clients)
        return 'too-many-of-address'
    }
    const [address] = client
    const known = this.#knownOf(address.key)
    const isReserved = known > 0 && this.#openOf(address) < Math.max(MIN_OPEN_PER_ADDRESS, known)
    const room = isReserved ? this.#max : this.#max * (1 - RESERVED_SHARE)
    if (this.#total >= room) return 'too-many'
    const share = Math.max(MIN_OPEN_PER_ADDRESS, Math.floor(MAX_OPEN_PER_ADDRESS * 2 * (1 - this.#total / room)))
    return client.some((sharer) => this.#openOf(sharer) >= share * sharer.clients) ? 'too-many' : null
  }

  begin(client: Client, connection: Connection): void {
    this.#total += 1
    for (const { key } of client) {
      const own = this.#open.get(key) ?? new Map<Connection, number>()
      this.#open.set(key, own.set(connection, this.#now()))
    }
  }

  end(client: Client, connection: Connection): void {
    const [{ key: address }] = client
    const openedAt = this.#open.get(address)?.get(connection)
    if (openedAt === undefined) return
    if (this.#now() - openedAt >= KNOWN_AFTER_MS) this.#addKnown(address, this.#knownOf(address))
    this.#total -= 1
    for (const { key } of client) {
      const own = this.#open.get(key)
      own?.delete(connection)
      if (own?.size === 0) this.#open.delete(key)
    }
  }

  /** Returns how many sockets of an address or a site are open. */
  #openOf({ key }: Sharer): number {
    return this.#open.get(key)?.size ?? 0
  }

  /** Returns how many lasting sockets an address has, or had lately, together; 0 for a stranger. */
  #knownOf(address: string): number {
    const past = this.#known.get(address)
    const since = [...(this.#open.get(address)?.values() ?? [])]
    const lasting = since.filter((openedAt) => this.#now() - openedAt >= KNOWN_AFTER_MS).length
    return past === undefined || past.untilMs <= this.#now() ? lasting : Math.max(lasting, past.sockets)
  }

  #addKnown(address: string, sockets: number): void {
    this.#known.delete(address)
    this.#known.set(address, { sockets, untilMs: this.#now() + KNOWN_FOR_MS })
    for (const [oldest, { untilMs }] of this.#known) {
      if (untilMs > this.#now()) break
      this.#known.delete(oldest)
    }
  }
}
