import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Longest wait for requests that are being answered. */
const FINISH_MS = 10_000

/** Ends a server in order: first whoever balances sees that it is not ready, then nothing is being answered any more. */
export class Draining {
  #isDraining = false
  #answering = 0
  #onIdle: (() => void) | null = null

  /** Follows the requests of a server. */
  watch(server: FastifyInstance): void {
    server.addHook('onRequest', (_request, reply, done) => {
      this.#answering += 1
      // Also when the client leaves.
      reply.raw.once('close', () => this.#answered())
      done()
    })
  }

  /** Whether the program is about to end: it is not ready any more, and still answers. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Answers on for so long, then until all requests are answered or {@link FINISH_MS} are over. */
  async drain(forMs: number): Promise<void> {
    this.#isDraining = true
    await wait(forMs)
    const idle = Promise.withResolvers<void>()
    this.#onIdle = idle.resolve
    if (this.#answering === 0) return
    const limit = setTimeout(idle.resolve, FINISH_MS)
    await idle.promise
    clearTimeout(limit)
  }

  #answered(): void {
    this.#answering -= 1
    if (this.#answering === 0) this.#onIdle?.()
  }
}
