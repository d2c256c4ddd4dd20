import type { IncomingMessage } from 'node:http'
import type { ClientIdentity } from '../http/limits/client-address.ts'
import { LocalCounts } from '../http/limits/request-counts.ts'

/** Sockets that one address may hold open while there is room: a house of many people behind one router, each with some tabs. */
const MAX_OPEN_PER_ADDRESS = 200
/** Sockets that one address may hold however full it is. */
const MIN_OPEN_PER_ADDRESS = 2
/** Sockets of all addresses: some 25 kB each. */
const MAX_OPEN = 10_000
/** Of them kept free for addresses that had a socket lately: whoever is here comes back after a cut. */
const RESERVED_SHARE = 0.1
/** How long an address counts as known after a socket of it ended, and how long that has to have been open, milliseconds. */
const KNOWN_FOR_MS = 10 * 60_000
const KNOWN_AFTER_MS = 30_000
const MAX_KNOWN = 20_000
/** Sockets that one address may open in a minute: each asks the store for its session. */
const OPENED_PER_MINUTE = 300
/** Packets that one socket may send in ten seconds: twice what joins all the rooms that it may be in. */
const PACKETS_PER_WINDOW = 400
const WINDOW_MS = 10_000

/** A connection of Socket.IO's engine. */
interface Connection {
  readonly request: IncomingMessage
  on(event: 'packet', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
  close(discard: boolean): unknown
}

/** Why a socket is refused: its address has too many, or opens them too fast; or all addresses together have. */
export type SocketRefusal = 'too-many-of-address' | 'too-many'

/** Sockets open now, and refused since the start. */
export interface SocketCounts {
  readonly open: number
  readonly max: number
  readonly refused: Readonly<Record<SocketRefusal, number>>
}

/** Counts sockets by address and together, and their messages. Programs of this machine open as many as they like. */
export interface SocketLimits {
  /** Decides whether the client of a handshake may open another socket. @returns null, or why not */
  refusal(request: IncomingMessage): SocketRefusal | null
  /** Counts a connection as long as it is open, and hangs up on it when it talks without end. */
  watch(connection: Connection): void
  counts(): SocketCounts
}

/**
 * Creates the limits. Above half of what it holds, the fuller it is, the fewer sockets an address may hold, so that a thousand addresses with two hundred each
 * leave room for whoever has a few; the last tenth is for addresses that were here before.
 * @param now milliseconds.
 */
export function createSocketLimits(
  { addressOf, isOwnMachine }: ClientIdentity,
  now: () => number = () => performance.now(),
  maxOpen = MAX_OPEN,
): SocketLimits {
  const opened = new LocalCounts()
  const open = new Map<string, number>()
  /** Until when an address is known; the oldest first. */
  const known = new Map<string, number>()
  const refused = { 'too-many-of-address': 0, 'too-many': 0 }
  let total = 0
  const change = (address: string, by: 1 | -1): void => {
    total += by
    const count = (open.get(address) ?? 0) + by
    if (count === 0) open.delete(address)
    else open.set(address, count)
  }
  const remember = (address: string): void => {
    known.delete(address)
    known.set(address, now() + KNOWN_FOR_MS)
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  }
  const judge = (address: string): SocketRefusal | null => {
    const own = open.get(address) ?? 0
    if (own >= MAX_OPEN_PER_ADDRESS) return 'too-many-of-address'
    if (opened.count(address, 60_000, now()).current > OPENED_PER_MINUTE) return 'too-many-of-address'
    const room = (known.get(address) ?? 0) > now() ? maxOpen : maxOpen * (1 - RESERVED_SHARE)
    if (total >= room) return 'too-many'
    const share = Math.max(MIN_OPEN_PER_ADDRESS, Math.floor(MAX_OPEN_PER_ADDRESS * 2 * (1 - total / room)))
    return own >= share ? 'too-many' : null
  }
  return {
    refusal(request) {
      if (isOwnMachine(request)) return null
      const refusal = judge(addressOf(request))
      if (refusal !== null) refused[refusal] += 1
      return refusal
    },
    watch(connection) {
      const address = addressOf(connection.request)
      const isCounted = !isOwnMachine(connection.request)
      const openedAt = now()
      if (isCounted) change(address, 1)
      connection.once('close', () => {
        if (isCounted) change(address, -1)
        if (isCounted && now() - openedAt >= KNOWN_AFTER_MS) remember(address)
      })
      const packets = new LocalCounts()
      connection.on('packet', () => {
        if (packets.count('', WINDOW_MS, now()).current > PACKETS_PER_WINDOW) connection.close(true)
      })
    },
    counts: () => ({ open: total, max: maxOpen, refused: { ...refused } }),
  }
}
