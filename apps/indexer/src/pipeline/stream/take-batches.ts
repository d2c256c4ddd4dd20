import { setTimeout as delay } from 'node:timers/promises'
import { joinBatches, type PreparedBatch } from './prepare-batch.ts'

export interface BatchLimits {
  /** Transactions to be written, and bytes of them. */
  readonly maxTransactions: number
  readonly maxBytes: number
  /** Transactions that were read. */
  readonly maxSeen: number
  /** Transactions to be written from which an idle writer does not wait for more. */
  readonly idleFrom: number
  /** Wait of the writer for more messages once a batch is full enough to show that we are behind. */
  readonly busyLingerMs: number
  readonly busyFrom: number
  /** Longest wait of the writer for one batch. */
  readonly maxLingerMs: number
}

export const DEFAULT_LIMITS: BatchLimits = {
  maxTransactions: 2_000,
  maxBytes: 12_000_000,
  maxSeen: 100_000,
  idleFrom: 1_000,
  busyLingerMs: 60,
  busyFrom: 200,
  maxLingerMs: 1_000,
}

/**
 * Joins the stream's messages into batches. At the head of the chain each message is a batch; behind it batches grow while the one
 * before is written. At the limits the rest waits at the server, so memory stays bounded however slow the database is.
 *
 * @param whenFree resolves when the writer has nothing to do; what it rejects with ends everything.
 * @param cancel ends the stream, so that a consumer who leaves early need not wait for its next message.
 */
export async function* takeBatches(
  stream: AsyncIterable<PreparedBatch>,
  whenFree: () => Promise<void>,
  cancel: () => void,
  limits: BatchLimits = DEFAULT_LIMITS,
): AsyncGenerator<PreparedBatch, void, void> {
  const messages = stream[Symbol.asyncIterator]()
  const ask = () => arrivalOf(messages.next())
  let pending = ask()
  try {
    while (true) {
      const first = await pending
      if (first.kind === 'failed') throw first.error
      if (first.kind === 'end') return
      const parts = [first.value]
      const linger = new LingerLimit(limits)
      pending = ask()
      while (!isFull(parts, limits)) {
        const message =
          (await Promise.race([pending, whenFree().then(() => null)])) ?? (await linger.wait(pending, parts))
        // An end or error of the stream is handled after the messages before it.
        if (message?.kind !== 'message') break
        parts.push(message.value)
        pending = ask()
      }
      await whenFree()
      yield joinBatches(parts)
    }
  } finally {
    cancel()
    await messages.return?.()
  }
}

/** Result of waiting for a message. */
type Arrival =
  | { readonly kind: 'message'; readonly value: PreparedBatch }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Never rejects: it is awaited later than it comes. */
async function arrivalOf(asked: Promise<IteratorResult<PreparedBatch>>): Promise<Arrival> {
  try {
    const { done, value } = await asked
    return done ? { kind: 'end' } : { kind: 'message', value }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

function sum(parts: readonly PreparedBatch[], of: (part: PreparedBatch) => number): number {
  return parts.reduce((total, part) => total + of(part), 0)
}

/** Returns the number of transactions with rows to write. */
function toWrite(part: PreparedBatch): number {
  return Math.max(part.transactions.length, part.state.length)
}

function isFull(parts: readonly PreparedBatch[], { maxTransactions, maxBytes, maxSeen }: BatchLimits): boolean {
  return (
    sum(parts, toWrite) >= maxTransactions ||
    sum(parts, (part) => part.bytes) >= maxBytes ||
    sum(parts, (part) => part.seen) >= maxSeen
  )
}

/** Limits how long an idle writer waits for more messages, batch by batch. */
class LingerLimit {
  readonly #limits: BatchLimits
  #untilMs: number | null = null

  constructor(limits: BatchLimits) {
    this.#limits = limits
  }

  /** @returns the next message, or null when the writer should go on with the messages so far. */
  async wait<Message>(pending: Promise<Message>, parts: readonly PreparedBatch[]): Promise<Message | null> {
    const { idleFrom, busyFrom, busyLingerMs, maxLingerMs } = this.#limits
    if (sum(parts, toWrite) >= idleFrom || sum(parts, (part) => part.seen) < busyFrom) return null
    const nowMs = performance.now()
    this.#untilMs ??= nowMs + maxLingerMs
    const lingerMs = Math.min(busyLingerMs, this.#untilMs - nowMs)
    if (lingerMs <= 0) return null
    const stop = new AbortController()
    try {
      return await Promise.race([pending, delay(lingerMs, null, { signal: stop.signal })])
    } finally {
      stop.abort()
    }
  }
}
