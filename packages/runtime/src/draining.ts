import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Longest wait for requests in progress. */
const FINISH_MS = 10_000

/** Drains a server before it stops: it reports not ready, then finishes the requests in progress. */
export class Draining {
  #isDraining = false
  #answering = 0
  #onIdle: (() => void) | null = null

  /** Counts the requests in progress of a server. */
  watch(server: FastifyInstance): void {
    server.addHook('onRequest', (_request, reply, done) => {
      this.#answering += 1
      // Emitted also when the client disconnects.
      reply.raw.once('close', () => this.#answered())
      done()
    })
  }

  /** Whether the server is draining: it reports not ready, but still answers. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Continues to answer for the given time, then until no request is in progress or {@link FINISH_MS} have passed. */
  async drain(forMs: number): Promise<void> {
    this.#isDraining = true
    await delay(forMs)
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
