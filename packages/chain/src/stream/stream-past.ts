import type { Client } from '@grpc/grpc-js'
import { createStreamClient } from './open-call.ts'
import { RangeLength } from './range-length.ts'
import { readRange } from './read-range.ts'
import type { StreamBatch, StreamOptions } from './stream-options.ts'
import { type RangeState, WaitingRange, type Weighed } from './waiting-range.ts'

/** Options of reading past versions that are known to exist. */
export interface PastOptions<Taken> extends StreamOptions {
  /** First version that is not delivered. */
  readonly toVersion: bigint
  /** Number of parallel calls, each with a range and a connection of its own. */
  readonly calls: number
  /** Most bytes that wait for their turn, over all ranges; at least one message of each may wait. */
  readonly maxBytes: number
  /** Converts a message, as soon as it arrives, to the item that waits and is yielded. */
  readonly take: (batch: StreamBatch) => Taken
  /** Returns the item's size in memory. */
  readonly bytesOf: (taken: Taken) => number
  /** Called with the ranges being read, the next in order first; with none at the end. Each keeps changing. */
  readonly onRanges?: (ranges: readonly RangeState[]) => void
}

/**
 * Yields all transactions from a version to before another, in order, each once, by several calls that read
 * consecutive ranges in parallel. Messages ahead of their turn wait; the bound is divided among the ranges. Every range
 * reconnects by itself where it was lost. Ends early, without an error, at the signal.
 * @throws what `readRange` throws, after everything before it was yielded. A server may also refuse several calls and accept
 * one.
 */
export async function* streamPast<Taken>(options: PastOptions<Taken>): AsyncGenerator<Taken, void, void> {
  await using past = new Past(options)
  for (let turn = past.first; turn !== undefined; turn = past.first) {
    yield* turn.handOver()
    if (turn.next < turn.to) return
    past.closeFirst()
  }
}

/** Ranges of each call: one is read while another, already read, waits for its turn. */
const RANGES_PER_CALL = 2

/** The ranges that are being read or wait for their turn. A client reads one, then the next unassigned one. */
class Past<Taken> implements AsyncDisposable {
  readonly #options: PastOptions<Taken>
  readonly #ending = new AbortController()
  readonly #signal: AbortSignal
  readonly #length: RangeLength
  readonly #clients: readonly Client[]
  readonly #idle: Client[]
  readonly #ranges: WaitingRange<Taken>[] = []
  /** First version that no range was opened for. */
  #next: bigint

  constructor(options: PastOptions<Taken>) {
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#ending.signal])
    this.#length = new RangeLength(this.#maxBytes)
    this.#next = options.fromVersion
    this.#clients = Array.from({ length: options.calls }, () => createStreamClient(options))
    this.#idle = [...this.#clients]
    this.#open()
  }

  /** Returns the range whose turn it is. */
  get first(): WaitingRange<Taken> | undefined {
    return this.#ranges[0]
  }

  /** The first was handed over: there is room for another. */
  closeFirst(): void {
    this.#ranges.shift()
    this.#open()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#ranges.splice(0).map(({ ended }) => ended))
    for (const client of this.#clients) client.close()
    this.#notifyRanges()
  }

  get #maxBytes(): number {
    return this.#options.maxBytes / this.#maxRanges
  }

  get #maxRanges(): number {
    return this.#options.calls * RANGES_PER_CALL
  }

  #open(): void {
    while (this.#ranges.length < this.#maxRanges && this.#next < this.#options.toVersion) {
      const client = this.#idle.shift()
      if (client === undefined) break
      this.#ranges.push(this.#read(client))
    }
    this.#notifyRanges()
  }

  #read(client: Client): WaitingRange<Taken> {
    const { toVersion } = this.#options
    const from = this.#next
    const left = toVersion - from
    const length = BigInt(this.#length.next(Math.ceil(Number(left) / this.#maxRanges)))
    const to = length < left ? from + length : toVersion
    this.#next = to
    const bounds = { maxBytes: this.#maxBytes, signal: this.#signal }
    const range = new WaitingRange({ from, to }, this.#weighed(client, { from, to }), bounds)
    void range.ended.then(() => {
      this.#idle.push(client)
      // A range that failed opens no further one; its error is thrown when its turn comes.
      if (range.next === to && !this.#signal.aborted) this.#open()
    })
    return range
  }

  async *#weighed(client: Client, range: { from: bigint; to: bigint }): AsyncGenerator<Weighed<Taken>, void, void> {
    const { take, bytesOf } = this.#options
    let { from } = range
    for await (const batch of readRange(client, { ...this.#options, signal: this.#signal }, range)) {
      const value = take(batch)
      const bytes = bytesOf(value)
      this.#length.learn(batch.length, bytes)
      from += BigInt(batch.length)
      yield { value, next: from, bytes }
    }
  }

  #notifyRanges(): void {
    this.#options.onRanges?.([...this.#ranges])
  }
}
