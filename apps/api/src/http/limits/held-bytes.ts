import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@opal/domain/limits/client'
import { Holdings, lastOfLargest, shareOf } from '@opal/domain/limits/holdings'
import type { ClientIdentity } from './client-address.ts'
import { QueriesBusyError } from './query-gate.ts'

/** Bounds of bytes that are in memory for clients: for all of them, and for one. */
export interface HeldBounds {
  readonly bytes: number
  readonly bytesPerClient: number
}

/** Fewer bytes cost no more than their connection. */
const SMALL_BYTES = 4_096

/** Bytes of one request or answer. */
interface Held {
  readonly client: Client
  readonly bytes: number
  readonly hangUp: () => void
}

/**
 * Counts bytes against a client, until they are released or its connection has ended.
 * @returns a function that releases them
 * @throws QueriesBusyError where the client has too many
 */
export type HoldBytes = (request: IncomingMessage, response: ServerResponse, bytes: number) => () => void

/** Creates the count. Where all clients have too many, the one that has most for its size is disconnected. */
export function createHeldBytes(
  { clientOf, isOwnMachine }: ClientIdentity,
  { bytes: max, bytesPerClient }: HeldBounds,
): HoldBytes {
  const sums = new Holdings(max, bytesPerClient)
  const holds = new Set<Held>()
  const release = (held: Held): void => {
    if (holds.delete(held)) sums.remove(held.client, held.bytes)
  }
  return (request, response, bytes) => {
    // A connection that has ended fires no further event that would release them.
    if (bytes < SMALL_BYTES || response.closed || isOwnMachine(request)) return () => undefined
    const client = clientOf(request)
    if (client.some((sharer) => sums.of(sharer) + bytes > shareOf(sharer, max, bytesPerClient)))
      throw new QueriesBusyError()
    const held = { client, bytes, hangUp: () => request.socket.destroy() }
    holds.add(held)
    sums.add(client, bytes)
    response.once('close', () => release(held))
    while (sums.total > max) {
      const excess = lastOfLargest([...holds], (one) => one.client, sums) ?? held
      release(excess)
      if (excess === held) throw new QueriesBusyError()
      excess.hangUp()
    }
    return () => release(held)
  }
}
