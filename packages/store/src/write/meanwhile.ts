import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Statements of a transaction whose answers nobody waits for before its end. They go out behind what is asked, in a packet of
 * their own, so that the server answers first and writes while we think about the answers.
 */
export class Meanwhile {
  readonly #begun: Promise<unknown>[] = []

  /** Begins statements now: what is begun later stands behind them. */
  add(...begun: readonly Promise<unknown>[]): void {
    // One that fails is met at the end, or fails what is sent behind it.
    for (const one of begun) one.catch(() => undefined)
    this.#begun.push(...begun)
  }

  /**
   * Waits for answers, and has something done meanwhile.
   * @param begin begins statements; those that it wants to read are none of them.
   */
  async during<Answers>(asked: Promise<Answers>, begin: () => readonly Promise<unknown>[]): Promise<Answers> {
    // It is awaited below, one turn later than it may fail.
    asked.catch(() => undefined)
    await nextTurn()
    this.add(...begin())
    return asked
  }

  /** Everything that was begun so far. */
  get all(): readonly Promise<unknown>[] {
    return this.#begun
  }
}
