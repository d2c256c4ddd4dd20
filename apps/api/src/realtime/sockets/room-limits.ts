import type { IncomingMessage } from 'node:http'
import { MAX_ROOMS_PER_SOCKET } from '@opal/contract/live'
import { Holdings } from '@opal/domain/limits/holdings'
import type { ClientIdentity } from '../../http/limits/client-address.ts'

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

/** Counts rooms by socket, by address and by the site around it. Programs of this machine join as many as their sockets allow. */
export class RoomLimits {
  readonly #identity: ClientIdentity
  readonly #joined = new Holdings(Number.POSITIVE_INFINITY, MAX_ROOMS_PER_ADDRESS)

  constructor(identity: ClientIdentity) {
    this.#identity = identity
  }

  /** Creates the count of a socket. @param request its handshake */
  socketOf(request: IncomingMessage): SocketRooms {
    const client = this.#identity.isOwnMachine(request) ? [] : this.#identity.clientOf(request)
    const rooms = new Set<string>()
    return {
      join: (room) => {
        if (rooms.has(room)) return null
        if (rooms.size >= MAX_ROOMS_PER_SOCKET) return `No more than ${MAX_ROOMS_PER_SOCKET} rooms.`
        if (!this.#joined.hasShareLeft(client)) return 'Too many rooms for one address.'
        rooms.add(room)
        this.#joined.add(client)
        return null
      },
      leave: (room) => {
        if (rooms.delete(room)) this.#joined.remove(client)
      },
      clear: () => {
        this.#joined.remove(client, rooms.size)
        rooms.clear()
      },
    }
  }
}
