import type { IncomingMessage } from 'node:http'
import { MAX_ROOMS_PER_SOCKET } from '@opal/contract/live'
import type { ClientIdentity } from '../http/limits/client-address.ts'

/** Rooms that all sockets of one address may be in: two hundred tabs with ten each. Any id makes a room, also one without a collection. */
const MAX_ROOMS_PER_ADDRESS = 2_000

/** The rooms of one socket. */
export interface SocketRooms {
  /** Counts a room. @returns null, or why the socket may not join it */
  join(room: string): string | null
  leave(room: string): void
  /** Leaves all of them: the socket has ended. */
  clear(): void
}

/** Counts rooms by socket and by address. Programs of this machine join as many as their sockets allow. */
export class RoomLimits {
  readonly #identity: ClientIdentity
  readonly #byAddress = new Map<string, number>()

  constructor(identity: ClientIdentity) {
    this.#identity = identity
  }

  /** Creates the count of a socket. @param request its handshake */
  socketOf(request: IncomingMessage): SocketRooms {
    const address = this.#identity.isOwnMachine(request) ? null : this.#identity.addressOf(request)
    const rooms = new Set<string>()
    return {
      join: (room) => {
        if (rooms.has(room)) return null
        if (rooms.size >= MAX_ROOMS_PER_SOCKET) return `No more than ${MAX_ROOMS_PER_SOCKET} rooms.`
        if (address !== null && this.#roomsOf(address) >= MAX_ROOMS_PER_ADDRESS) return 'Too many rooms of one address.'
        rooms.add(room)
        this.#add(address, 1)
        return null
      },
      leave: (room) => {
        if (rooms.delete(room)) this.#add(address, -1)
      },
      clear: () => {
        this.#add(address, -rooms.size)
        rooms.clear()
      },
    }
  }

  #roomsOf(address: string): number {
    return this.#byAddress.get(address) ?? 0
  }

  #add(address: string | null, count: number): void {
    if (address === null) return
    const rooms = this.#roomsOf(address) + count
    if (rooms === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, rooms)
  }
}
