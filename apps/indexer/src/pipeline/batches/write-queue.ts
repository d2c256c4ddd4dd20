type Work = () => Promise<void>

/** Runs writes one after another. After a failure no further write runs. */
export class WriteQueue {
  readonly #onFailure: () => void
  readonly #waiting = new Set<Work>()
  #last = Promise.resolve()

  /** @param onFailure is called when a write has failed; {@link drained} rejects with its error. */
  constructor(onFailure: () => void) {
    this.#onFailure = onFailure
  }

  /** Queues a write. A write that is queued already and has not begun is not queued again. */
  add(work: Work): void {
    if (this.#waiting.has(work)) return
    this.#waiting.add(work)
    this.#last = this.#last.then(() => {
      this.#waiting.delete(work)
      return work()
    })
    this.#last.catch(this.#onFailure)
  }

  /** Resolves when all writes queued by now have run. @throws the error of a write that failed */
  drained(): Promise<void> {
    return this.#last
  }
}
