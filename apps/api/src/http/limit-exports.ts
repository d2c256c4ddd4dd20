import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimitedError } from '../errors.ts'
import { QueriesBusyError } from '../load/query-gate.ts'
import type { ClientIdentity } from './client-address.ts'

/** Bounds of files that are being sent, for all clients and for one of them. */
export interface ExportBounds {
  readonly open: number
  readonly openPerClient: number
  /** A reader that takes nothing for so long is hung up on, milliseconds. */
  readonly stallMs: number
}

const BOUNDS: ExportBounds = { open: 50, openPerClient: 2, stallMs: 30_000 }
/** After how many seconds a client may try again that has its files open. */
const RETRY_SECONDS = 10

/**
 * Creates the hook of calls that send a file of any length. A file holds memory and a socket for as long as its reader likes,
 * so few are open for one client, and none for a reader that has stopped reading.
 */
export function limitExports({ addressOf, isOwnMachine }: ClientIdentity, bounds: ExportBounds = BOUNDS) {
  const open = new Map<string, number>()
  let total = 0
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.raw.setTimeout(bounds.stallMs, () => reply.raw.destroy())
    if (isOwnMachine(raw)) return
    const client = addressOf(raw)
    const own = open.get(client) ?? 0
    if (total >= bounds.open) throw new QueriesBusyError()
    if (own >= bounds.openPerClient) {
      reply.header('retry-after', RETRY_SECONDS)
      throw new RateLimitedError(RETRY_SECONDS)
    }
    open.set(client, own + 1)
    total += 1
    reply.raw.once('close', () => {
      total -= 1
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  }
}
