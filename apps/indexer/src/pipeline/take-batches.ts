import { setTimeout as wait } from 'node:timers/promises'
import type { RawTransaction } from '@opal/chain/stream/split-response'

/** A run of consecutive raw transactions, at least one, small enough to hold and write at once. */
export type RawBatch = readonly [RawTransaction, ...RawTransaction[]]

export interface BatchLimits {
  readonly maxTransactions: number
  readonly maxBytes: number
  /** How long to wait for more before writing what is there. */
  readonly lingerMs: number
  /** The same once this many are there: so many mean that we are behind, where large batches count more than haste. */
  readonly busyLingerMs: number
  readonly busyFrom: number
}

export const DEFAULT_LIMITS: BatchLimits = {
  maxTransactions: 6_000,
  maxBytes: 24_000_000,
  lingerMs: 1,
  busyLingerMs: 60,
  busyFrom: 200,
}

/**
 * Joins the stream's messages into batches. While one is written, one more message at most is taken from the stream; the
 * rest waits at the server, so memory stays bounded however slow the database is.
 *
 * @param cancel ends the stream, so that a consumer who leaves early need not wait for its next message.
 */
export async function* takeBatches(
  stream: AsyncIterable<readonly RawTransaction[]>,
  cancel: () => void,
  limits: BatchLimits = DEFAULT_LIMITS,
): AsyncGenerator<RawBatch, void, void> {
  const messages = stream[Symbol.asyncIterator]()
  let pending = messages.next()
  // An error is met where the message is awaited; until then it must not count as unhandled.
  pending.catch(() => undefined)
  try {
    while (true) {
      const batch: RawTransaction[] = []
      let bytes = 0
      while (batch.length < limits.maxTransactions && bytes < limits.maxBytes) {
        const message = batch.length === 0 ? await pending : await withinLinger(pending, lingerOf(batch, limits))
        if (message === null || message.done) break
        for (const raw of message.value) bytes += raw.bytes.length
        batch.push(...message.value)
        pending = messages.next()
        pending.catch(() => undefined)
      }
      const [first, ...rest] = batch
      if (first === undefined) return
      yield [first, ...rest]
    }
  } finally {
    cancel()
    await messages.return?.()
  }
}

function lingerOf(batch: readonly RawTransaction[], limits: BatchLimits): number {
  return batch.length < limits.busyFrom ? limits.lingerMs : limits.busyLingerMs
}

async function withinLinger<Message>(pending: Promise<Message>, lingerMs: number): Promise<Message | null> {
  const stop = new AbortController()
  try {
    return await Promise.race([pending, wait(lingerMs, null, { signal: stop.signal })])
  } finally {
    stop.abort()
  }
}
