/** Versions of one response of the stream: fewer are not worth a call. */
const MIN_VERSIONS = 1_000
/** More would leave little to share near the head. */
const MAX_VERSIONS = 100_000
/** Versions of the first range, before the weight of any is known. */
const FIRST_VERSIONS = 2_000
/** Versions that the average covers; the weight of transactions changes along the chain. */
const AVERAGED_VERSIONS = 50_000
/** Part of the bound that a range is planned to fill: some versions weigh more than those before them. */
const FILL = 0.8

/** Chooses how many versions a call requests: about as many as may wait in memory, so that no call has to stall. */
export class RangeLength {
  #versions = 0
  #bytes = 0
  readonly #maxBytes: number

  /** @param maxBytes most bytes of one range that may wait. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Records the bytes of received versions. */
  learn(versions: number, bytes: number): void {
    this.#versions += versions
    this.#bytes += bytes
    if (this.#versions < AVERAGED_VERSIONS) return
    this.#versions /= 2
    this.#bytes /= 2
  }

  /**
   * Returns the number of versions of the next range.
   * @param share of the remaining versions: ranges get shorter towards the end, so that the last ones end together.
   */
  next(share: number): number {
    const fitting =
      this.#versions === 0 ? FIRST_VERSIONS : (FILL * this.#maxBytes * this.#versions) / Math.max(this.#bytes, 1)
    return Math.floor(Math.min(Math.max(MIN_VERSIONS, Math.min(fitting, share)), MAX_VERSIONS))
  }
}
