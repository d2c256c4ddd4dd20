import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@opal/domain/limits/client'
import { Holdings, lastOfLargest, shareOf } from '@opal/domain/limits/holdings'
import { hangUpOnStall } from '@opal/domain/limits/stalled-reader'
import type { FastifyInstance } from 'fastify'
import type { ClientIdentity } from './client-address.ts'
import { QueriesBusyError } from './query-gate.ts'

/** Bounds of answers that are made and that their clients have not taken yet. */
export interface UnreadBounds {
  /** Bytes of all clients, and of one of them. */
  readonly bytes: number
  readonly bytesPerClient: number
  /** When a client that reads nothing is disconnected, milliseconds. */
  readonly stallMs?: number
}

/** Two of the largest files for one client, and some parts of videos. A client that reads leaves hardly anything unread. */
const BOUNDS: UnreadBounds = { bytes: 400_000_000, bytesPerClient: 64_000_000 }
/** Smaller answers cost no more than their connections. */
const SMALL_BYTES = 4_096

interface Unread {
  readonly client: Client
  readonly bytes: number
  readonly hangUp: () => void
}

/** Counts an answer against its client until it was taken or its client has gone. @throws QueriesBusyError for one too many. */
export type CountUnread = (request: IncomingMessage, response: ServerResponse, bytes: number) => void

/** Creates the count. Where all clients leave too much unread, the one that has most for its size is disconnected. */
function createUnreadCount(
  { clientOf, isOwnMachine }: ClientIdentity,
  { bytes: max, bytesPerClient }: UnreadBounds,
): CountUnread {
  const held = new Holdings(max, bytesPerClient)
  const answers = new Set<Unread>()
  const release = (unread: Unread): void => {
    if (answers.delete(unread)) held.remove(unread.client, unread.bytes)
  }
  return (request, response, bytes) => {
    // An answer whose client has gone is sent to nobody, and no event says again that it is closed.
    if (bytes < SMALL_BYTES || response.closed || isOwnMachine(request)) return
    const client = clientOf(request)
    if (client.some((sharer) => held.of(sharer) + bytes > shareOf(sharer, max, bytesPerClient)))
      throw new QueriesBusyError()
    const unread = { client, bytes, hangUp: () => request.socket.destroy() }
    answers.add(unread)
    held.add(client, bytes)
    response.once('close', () => release(unread))
    while (held.total > max) {
      const excess = lastOfLargest([...answers], (one) => one.client, held) ?? unread
      release(excess)
      if (excess === unread) throw new QueriesBusyError()
      excess.hangUp()
    }
  }
}

/** Bounds what clients leave unread of this server's answers, in time and in bytes. Files that are sent as they are read need no more. */
export function boundUnread(
  server: FastifyInstance,
  identity: ClientIdentity,
  bounds: UnreadBounds = BOUNDS,
): CountUnread {
  const count = createUnreadCount(identity, bounds)
  server.addHook('onRequest', (_, reply, done) => {
    hangUpOnStall(reply.raw, bounds.stallMs)
    done()
  })
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) count(raw, reply.raw, Buffer.byteLength(payload))
  })
  return count
}
