/**
 * Turns of slow sources and services, one each in a round: those whose jobs are due first, any number of them, would otherwise have each slot that gets
 * free. A round ends when nothing of the others is due.
 */
export class SlowTurns {
  readonly #served = new Set<string>()
  readonly #max: number
  /** Jobs that may have been taken at the last look, less those that were. */
  #left = 0

  /** @param max most turns of one round. */
  constructor(max: number) {
    this.#max = max
  }

  /** Is called before jobs are taken. @param free most that are taken; 0 where none may be slow, or not all that is due may be. */
  look(free: number): void {
    if (this.#left > 0 || this.#served.size > this.#max) this.#served.clear()
    this.#left = free
  }

  /** Counts a job that was taken. @param slow what it is of; null where that is not slow. */
  count(slow: string | null): void {
    this.#left = slow === null ? this.#left - 1 : 0
    if (slow !== null) this.#served.add(slow)
  }

  /** Returns whether it had its turn in this round. */
  has(key: string): boolean {
    return this.#served.has(key)
  }

  /** Gives what answers quickly another turn in this round. */
  delete(key: string): void {
    this.#served.delete(key)
  }
}
