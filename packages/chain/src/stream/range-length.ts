/** A response of the stream: less is not worth a call. */
const LEAST = 1_000
/** More would leave little to share near the head. */
const MAX_VERSIONS = 100_000
/** Before anything is known. */
const FIRST = 2_000
/** The average covers so many versions; the weight of transactions changes along the chain. */
const MEMORY = 50_000
/** Some versions weigh more than those before them. */
const FILL = 0.8

/** Chooses how many versions a call requests: about as many as may wait in memory, so that no call has to stall. */
export class RangeLength {
  #versions = 0
  #bytes = 0
  readonly #maxBytes: number

  /** @param maxBytes may wait of one range. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** So many versions came, and weighed so much. */
  learn(versions: number, bytes: number): void {
    this.#versions += versions
    this.#bytes += bytes
    if (this.#versions < MEMORY) return
    this.#versions /= 2
    this.#bytes /= 2
  }

  /**
   * @param share of the remaining versions: towards the end ranges get short, so that the last one is not waited
   * for.
   */
  next(share: number): number {
    const fitting = this.#versions === 0 ? FIRST : (FILL * this.#maxBytes * this.#versions) / Math.max(this.#bytes, 1)
    return Math.floor(Math.min(Math.max(LEAST, Math.min(fitting, share)), MAX_VERSIONS))
  }
}
