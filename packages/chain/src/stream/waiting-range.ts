import type { VersionRange } from './stream-options.ts'

/** An item of the stream, and its size in memory. */
export interface Weighed<Taken> {
  readonly value: Taken
  /** First version after it. */
  readonly next: bigint
  readonly bytes: number
}

/** Progress of a range; it keeps changing. */
export interface RangeState {
  readonly from: bigint
  readonly to: bigint
  /** Next version to come from the stream. */
  readonly next: bigint
  /** Bytes that arrived and were not handed over yet. */
  readonly waitingBytes: number
}

/**
 * A range that is read ahead of its turn, and holds what was read. It stops reading while another part of the largest size so far
 * would exceed the bound. One part may always wait, so the range whose turn it is goes on whatever the bound.
 */
export class WaitingRange<Taken> implements RangeState {
  readonly from: bigint
  readonly to: bigint
  /** Settles when the source is not read any more; never rejects. */
  readonly ended: Promise<void>
  #next: bigint
  #waitingBytes = 0
  #largest = 0
  #isOver = false
  #failure: { readonly error: unknown } | null = null
  #changed = Promise.withResolvers<void>()
  readonly #parts: Weighed<Taken>[] = []
  readonly #maxBytes: number
  readonly #signal: AbortSignal

  /** @param signal nothing is taken any more; the source is to end by it, too. */
  constructor(
    range: VersionRange & { readonly to: bigint },
    source: AsyncIterable<Weighed<Taken>>,
    { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
  ) {
    this.from = range.from
    this.to = range.to
    this.#next = range.from
    this.#maxBytes = maxBytes
    this.#signal = signal
    this.ended = this.#take(source)
  }

  get next(): bigint {
    return this.#next
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /**
   * Yields received and future items, to the range's end or the signal.
   * @throws the source's error, after the items before it.
   */
  async *handOver(): AsyncGenerator<Taken, void, void> {
    while (!this.#signal.aborted) {
      const part = this.#parts.shift()
      if (part !== undefined) {
        this.#waitingBytes -= part.bytes
        this.#notify()
        yield part.value
      } else if (this.#isOver) {
        if (this.#failure !== null) throw this.#failure.error
        return
      } else {
        await this.#changed.promise
      }
    }
  }

  async #take(source: AsyncIterable<Weighed<Taken>>): Promise<void> {
    const notify = () => this.#notify()
    this.#signal.addEventListener('abort', notify, { once: true })
    try {
      for await (const part of source) {
        this.#keep(part)
        while (!this.#hasRoom()) await this.#changed.promise
      }
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#signal.removeEventListener('abort', notify)
      this.#isOver = true
      this.#notify()
    }
  }

  #keep(part: Weighed<Taken>): void {
    this.#parts.push(part)
    this.#next = part.next
    this.#waitingBytes += part.bytes
    this.#largest = Math.max(this.#largest, part.bytes)
    this.#notify()
  }

  #hasRoom(): boolean {
    const isEmpty = this.#parts.length === 0
    const isWhole = this.#next === this.to
    return isEmpty || isWhole || this.#signal.aborted || this.#waitingBytes + this.#largest <= this.#maxBytes
  }

  /** Wakes who waits for a part, for room, or for the end. */
  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
