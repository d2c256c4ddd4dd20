import type { IncomingMessage } from 'node:http'
import type { ClientIdentity } from '../http/client-address.ts'
import { LocalCounts } from '../http/request-counts.ts'

/** Sockets that one address may hold open: a house of many people behind one router, each with some tabs. */
const MAX_OPEN = 200
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

/** Counts sockets by address, and their messages. Programs of this machine open as many as they like. */
export interface SocketLimits {
  /** Returns whether the client of a handshake may open another socket. */
  admits(request: IncomingMessage): boolean
  /** Counts a connection as long as it is open, and hangs up on it when it talks without end. */
  watch(connection: Connection): void
}

/** @param now milliseconds. */
export function createSocketLimits(
  { addressOf, isOwnMachine }: ClientIdentity,
  now: () => number = () => performance.now(),
): SocketLimits {
  const opened = new LocalCounts()
  const open = new Map<string, number>()
  const change = (address: string, by: 1 | -1): void => {
    const count = (open.get(address) ?? 0) + by
    if (count === 0) open.delete(address)
    else open.set(address, count)
  }
  return {
    admits(request) {
      if (isOwnMachine(request)) return true
      const address = addressOf(request)
      if ((open.get(address) ?? 0) >= MAX_OPEN) return false
      return opened.count(address, 60_000, now()).current <= OPENED_PER_MINUTE
    },
    watch(connection) {
      const address = addressOf(connection.request)
      change(address, 1)
      connection.once('close', () => change(address, -1))
      const packets = new LocalCounts()
      connection.on('packet', () => {
        if (packets.count('', WINDOW_MS, now()).current > PACKETS_PER_WINDOW) connection.close(true)
      })
    },
  }
}
