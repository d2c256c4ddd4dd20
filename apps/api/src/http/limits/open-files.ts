import type { Socket } from 'node:net'
import type { Client } from '@opal/domain/limits/client'
import { Holdings, loadOf } from '@opal/domain/limits/holdings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimitedError } from '../../errors.ts'
import type { ClientIdentity } from './client-address.ts'
import { QueriesBusyError } from './query-gate.ts'

/** Bounds of files that are being sent, for all clients and for one of them. */
export interface FileBounds {
  readonly open: number
  readonly openPerClient: number
  /** Where all places are held, a reader makes way for another client after a start: first one that is slower than this. */
  readonly pace: ReadingPace
}

/** The slowest pace at which a reader keeps its place before others, after some time for a start. */
interface ReadingPace {
  readonly bytesPerSecond: number
  readonly afterMs: number
}

const BOUNDS: FileBounds = { open: 50, openPerClient: 2, pace: { bytesPerSecond: 20_000, afterMs: 30_000 } }
/** After how many seconds a client may try again that has its files open. */
const RETRY_SECONDS = 10

/** A file that is being sent. */
interface OpenFile {
  readonly client: Client
  readonly socket: Socket
  readonly sinceMs: number
  /** Bytes that its connection had been sent before. */
  readonly bytesBefore: number
}

/**
 * Creates the hook of calls that send a file of any length. A file holds memory and a socket for as long as its reader takes, so each client has
 * few open. Since a few addresses could still hold all places by reading just fast enough, a file makes way, after a minimum time, for a client
 * without one.
 */
export function limitOpenFiles({ clientOf, isOwnMachine }: ClientIdentity, bounds: FileBounds = BOUNDS) {
  const open = new Holdings(bounds.open, bounds.openPerClient)
  const files = new Set<OpenFile>()
  const close = (file: OpenFile): void => {
    if (files.delete(file)) open.remove(file.client)
  }
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A client that left while an earlier hook waited gets no file: its `close` event has fired already and will not fire again.
    if (reply.raw.closed) return void reply.hijack()
    if (isOwnMachine(raw)) return
    const client = clientOf(raw)
    if (!open.hasShareLeft(client)) {
      reply.header('retry-after', RETRY_SECONDS)
      throw new RateLimitedError(RETRY_SECONDS)
    }
    if (open.isFull) {
      const leaving = slowestOf(files, bounds.pace) ?? slowestOfLargest(files, client, open, bounds.pace)
      if (leaving === undefined) throw new QueriesBusyError()
      close(leaving)
      leaving.socket.destroy()
    }
    const { socket } = raw
    const file = { client, socket, sinceMs: performance.now(), bytesBefore: socket.bytesWritten }
    files.add(file)
    open.add(client)
    reply.raw.once('close', () => close(file))
  }
}

interface Progress {
  readonly file: OpenFile
  readonly ms: number
  /** Bytes that its reader has taken. */
  readonly taken: number
}

/** Returns how far the files have come that have had their start, the slowest first. */
function progressOf(files: ReadonlySet<OpenFile>, { afterMs }: ReadingPace): readonly Progress[] {
  const nowMs = performance.now()
  const progress = [...files].map((file) => {
    const { socket, sinceMs, bytesBefore } = file
    return { file, ms: nowMs - sinceMs, taken: socket.bytesWritten - socket.writableLength - bytesBefore }
  })
  return progress
    .filter(({ ms }) => ms >= afterMs)
    .toSorted((one, other) => one.taken / one.ms - other.taken / other.ms)
}

/** Returns the file whose reader takes least, of those that are too slow; undefined where none is. */
function slowestOf(files: ReadonlySet<OpenFile>, pace: ReadingPace): OpenFile | undefined {
  // With nothing waiting to be sent, the source is slow, not the reader.
  const isSlow = ({ file, ms, taken }: Progress) =>
    file.socket.writableLength > 0 && taken * 1_000 < pace.bytesPerSecond * ms
  return progressOf(files, pace).find(isSlow)?.file
}

/**
 * Returns the slowest file of a client with most files, which a client without one takes the place of; undefined where it has one, or would have
 * as many for the size of its site.
 */
function slowestOfLargest(
  files: ReadonlySet<OpenFile>,
  client: Client,
  open: Holdings,
  pace: ReadingPace,
): OpenFile | undefined {
  if (open.of(client[0]) > 0) return undefined
  const load = Math.max(...client.map((sharer) => (open.of(sharer) + 1) / sharer.clients))
  const loads = progressOf(files, pace).map(({ file }) => ({ file, load: loadOf(file.client, open) }))
  const most = Math.max(load, ...loads.map((one) => one.load))
  return loads.find((one) => one.load === most)?.file
}
