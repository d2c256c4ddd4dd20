import type { IncomingMessage, ServerResponse } from 'node:http'
import { hangUpOnStall } from '@opal/domain/limits/stalled-reader'
import type { FastifyInstance } from 'fastify'
import type { ClientIdentity } from './client-address.ts'
import { createHeldBytes, type HeldBounds } from './held-bytes.ts'

/** Bounds of finished answers that clients have not read yet. */
export interface UnreadBounds extends HeldBounds {
  /** When a client that reads nothing is disconnected, milliseconds. */
  readonly stallMs?: number
}

/** Two of the largest files for one client, and some parts of videos. A client that reads leaves hardly anything unread. */
const BOUNDS: UnreadBounds = { bytes: 400_000_000, bytesPerClient: 64_000_000 }

/** Counts an answer against its client until it was taken or its client has gone. @throws QueriesBusyError for one too many. */
export type CountUnread = (request: IncomingMessage, response: ServerResponse, bytes: number) => void

/** Bounds what clients leave unread of this server's answers, in time and in bytes. Files that are sent as they are read need no more. */
export function boundUnread(
  server: FastifyInstance,
  identity: ClientIdentity,
  bounds: UnreadBounds = BOUNDS,
): CountUnread {
  const hold = createHeldBytes(identity, bounds)
  server.addHook('onRequest', (_, reply, done) => {
    hangUpOnStall(reply.raw, bounds.stallMs)
    done()
  })
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) hold(raw, reply.raw, Buffer.byteLength(payload))
  })
  return (request, response, bytes) => void hold(request, response, bytes)
}
