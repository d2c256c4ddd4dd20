import type { Client } from '@grpc/grpc-js'
import { createStreamClient } from './open-call.ts'
import { RangeLength } from './range-length.ts'
import { readRange } from './read-range.ts'
import type { StreamBatch } from './stream-batch.ts'
import type { StreamOptions } from './stream-options.ts'
import { type RangeState, WaitingRange, type Weighed } from './waiting-range.ts'

/** How to read a past that is known to be there. */
export interface PastOptions<Taken> extends StreamOptions {
  /** First version that is not delivered. */
  readonly toVersion: bigint
  /** So many calls at once, each with a range and a connection of its own. */
  readonly calls: number
  /** So much may wait for its turn, over all ranges; one message a call at least. */
  readonly maxBytes: number
  /** Makes of a message what is to wait and be handed over, as soon as it comes. */
  readonly take: (batch: StreamBatch) => Taken
  /** What that weighs in memory. */
  readonly bytesOf: (taken: Taken) => number
  /** Told of the ranges that are read, the one whose turn it is first; of none at the end. Each goes on changing. */
  readonly onRanges?: (ranges: readonly RangeState[]) => void
}

/**
 * All transactions from a version to before another, in order, each once, by several calls that read consecutive ranges at
 * once. What comes ahead of its turn waits, within a bound for each range, so that none takes another's room. Every range
 * goes on by itself from where it was lost. Ends early, without an error, at the signal.
 *
 * @throws what `readRange` throws, behind everything before it. A server may also refuse several calls and take one.
 */
export async function* streamPast<Taken>(options: PastOptions<Taken>): AsyncGenerator<Taken, void, void> {
  await using past = new Past(options)
  for (let turn = past.first; turn !== undefined; turn = past.first) {
    yield* turn.handOver()
    if (turn.next < turn.to) return
    past.closeFirst()
  }
}

/** The ranges that are read at the moment, one a client. */
class Past<Taken> implements AsyncDisposable {
  readonly #options: PastOptions<Taken>
  readonly #ending = new AbortController()
  readonly #signal: AbortSignal
  readonly #length: RangeLength
  readonly #open: { readonly range: WaitingRange<Taken>; readonly client: Client }[] = []
  /** First version that no range was opened for. */
  #next: bigint

  constructor(options: PastOptions<Taken>) {
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#ending.signal])
    this.#length = new RangeLength(this.#maxBytes)
    this.#next = options.fromVersion
    for (let call = 0; call < options.calls; call += 1) this.#read(createStreamClient(options))
    this.#tell()
  }

  /** The range whose turn it is. */
  get first(): WaitingRange<Taken> | undefined {
    return this.#open[0]?.range
  }

  /** The first was handed over: its client reads another, if there is one. */
  closeFirst(): void {
    const closed = this.#open.shift()
    if (closed !== undefined) this.#read(closed.client)
    this.#tell()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    for (const { range, client } of this.#open.splice(0)) {
      await range.ended
      client.close()
    }
    this.#tell()
  }

  get #maxBytes(): number {
    return this.#options.maxBytes / this.#options.calls
  }

  #read(client: Client): void {
    const { toVersion, calls } = this.#options
    const from = this.#next
    const left = toVersion - from
    if (left <= 0n) {
      client.close()
      return
    }
    const length = BigInt(this.#length.next(Math.ceil(Number(left) / calls)))
    const to = length < left ? from + length : toVersion
    this.#next = to
    const bounds = { maxBytes: this.#maxBytes, signal: this.#signal }
    const range = new WaitingRange({ from, to }, this.#weighed(client, { from, to }), bounds)
    this.#open.push({ range, client })
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

  #tell(): void {
    this.#options.onRanges?.(this.#open.map(({ range }) => range))
  }
}
