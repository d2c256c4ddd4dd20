import { setImmediate as nextTurn } from 'node:timers/promises'

/** Begins statements when it is called. */
export type Begin = () => readonly Promise<unknown>[]

/**
 * Statements of a transaction whose answers nobody waits for before its end. They go out behind what is asked, in a packet of
 * their own, so that the server answers first and writes while we think about the answers.
 */
export class Meanwhile {
  readonly #begun: Promise<unknown>[] = []
  readonly #spare: Begin[] = []

  /** Begins statements now: what is begun later stands behind them. */
  add(...begun: readonly Promise<unknown>[]): void {
    // One that fails is met at the end, or fails what is sent behind it.
    for (const one of begun) one.catch(() => undefined)
    this.#begun.push(...begun)
  }

  /** Puts off statements that no other reads: each part goes out with one of the next questions, so that none leaves the server idle. */
  spare(...parts: readonly Begin[]): void {
    this.#spare.push(...parts)
  }

  /**
   * Waits for answers, and has something done meanwhile: what is given, and a part of what was put off.
   * @param begin begins statements; those that it wants to read are none of them.
   */
  async during<Answers>(asked: Promise<Answers>, begin: Begin = () => []): Promise<Answers> {
    // It is awaited below, one turn later than it may fail.
    asked.catch(() => undefined)
    await nextTurn()
    this.add(...begin(), ...(this.#spare.shift()?.() ?? []))
    return asked
  }

  /** Begins what is still put off. @returns everything that was begun. */
  finish(): readonly Promise<unknown>[] {
    for (const begin of this.#spare.splice(0)) this.add(...begin())
    return this.#begun
  }
}
