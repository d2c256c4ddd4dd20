import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { QueriesBusyError } from '../load/query-gate.ts'
import { LocalCounts } from '../sharing/local-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Worked out by the store within a moment: waits for a turn where many such calls are. */
    takesTurn?: boolean
  }
}

/** Bounds of calls that are worked on or wait. */
export interface TurnBounds {
  readonly running: number
  readonly waiting: number
}

/** More than the store has connections, so that they are never idle; few enough that a call is through in a moment. */
const BOUNDS: TurnBounds = { running: 24, waiting: 1_000 }
/** For how long what a client asked counts against it, milliseconds. */
const WINDOW_MS = 10_000

interface Waiting {
  /** What its client has asked lately. */
  readonly asked: number
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

/** Turns of calls: at most so many are worked on, and of those that wait the one goes next whose client asked least. */
export class Turns {
  readonly #bounds: TurnBounds
  readonly #now: () => number
  readonly #asked = new LocalCounts()
  /** By what their clients asked, least first; among equals who came first. */
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(bounds: TurnBounds = BOUNDS, now: () => number = () => performance.now()) {
    this.#bounds = bounds
    this.#now = now
  }

  /** Waits for a turn, which {@link end} must give back. @throws QueriesBusyError for whose client asked most, when too many wait. */
  begin(client: string): Promise<void> | null {
    const { current } = this.#asked.count(client, WINDOW_MS, this.#now())
    if (this.#running < this.#bounds.running) {
      this.#running += 1
      return null
    }
    return new Promise((start, refuse) => {
      this.#enqueue({ asked: current, start, refuse })
      if (this.#waiting.length > this.#bounds.waiting) this.#waiting.pop()?.refuse(new QueriesBusyError())
    })
  }

  /** Gives a turn to whoever is next. */
  end(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next.start()
  }

  #enqueue(entry: Waiting): void {
    let [low, high] = [0, this.#waiting.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#waiting[middle] as Waiting).asked <= entry.asked) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, entry)
  }
}

/**
 * Has the handlers of routes whose `config.takesTurn` is set wait for a turn. It is taken once the body was read, so that slow senders
 * hold none, and given back when the handler has answered, whether or not its client is still there.
 */
export function takeTurns(
  server: FastifyInstance,
  addressOf: (request: IncomingMessage) => string,
  turns: Turns = new Turns(),
): void {
  const begun = new WeakSet<FastifyRequest>()
  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.takesTurn !== true) return
    await turns.begin(addressOf(request.raw))
    if (request.raw.socket.destroyed) {
      turns.end()
      return reply.hijack()
    }
    begun.add(request)
  })
  const end = (request: FastifyRequest) => {
    if (begun.delete(request)) turns.end()
  }
  // Of a client that hung up no response is ever finished: `onResponse` would not be called.
  server.addHook('onSend', async (request) => end(request))
}
