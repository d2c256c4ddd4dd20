import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClientIdentity } from './client-address.ts'
import { type Call, Turns } from './turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Worked out by the store within a moment: waits for a turn where many such calls are. */
    takesTurn?: boolean
  }
}

/** Of a kind of call that nobody has asked yet, milliseconds. */
const FIRST_COST_MS = 10
/** How much the latest call weighs in what such calls take. */
const LATEST = 1 / 8
/** Kinds that are remembered; the one that was first seen is forgotten first. */
const MOST_KINDS = 2_000

/**
 * Has the handlers of routes whose `config.takesTurn` is set wait for a turn. It is taken once the body was read, so that slow senders
 * hold none, and given back when the handler has answered, whether or not its client is still there.
 */
export function takeTurns(
  server: FastifyInstance,
  { addressOf, isOwnMachine }: ClientIdentity,
  turns: Turns = new Turns(),
): void {
  const costs = new CallCosts()
  const begun = new WeakMap<FastifyRequest, Call & { readonly kind: string; readonly startMs: number }>()
  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.takesTurn !== true) return
    const { raw } = request
    const kind = kindOf(request)
    const call = { client: isOwnMachine(raw) ? null : addressOf(raw), costMs: costs.of(kind) }
    await turns.begin(call)
    if (raw.socket.destroyed) {
      turns.end(call.client)
      return reply.hijack()
    }
    begun.set(request, { ...call, kind, startMs: performance.now() })
  })
  const end = (request: FastifyRequest) => {
    const call = begun.get(request)
    if (call === undefined) return
    begun.delete(request)
    costs.took(call.kind, performance.now() - call.startMs)
    turns.end(call.client)
  }
  // Of a client that hung up no response is ever finished: `onResponse` would not be called.
  server.addHook('onSend', async (request) => end(request))
}

/** Calls of one route cost alike, if the same is asked beside: searching a list by a name is not reading it. */
function kindOf({ method, routeOptions, query }: FastifyRequest): string {
  const asked = Object.keys(query ?? {}).sort()
  return `${method} ${routeOptions.url} ${asked.join()}`
}

/** What kinds of calls have taken lately. */
class CallCosts {
  readonly #costs = new Map<string, number>()

  of(kind: string): number {
    return this.#costs.get(kind) ?? FIRST_COST_MS
  }

  took(kind: string, ms: number): void {
    const known = this.of(kind)
    this.#costs.set(kind, known + (ms - known) * LATEST)
    const [oldest] = this.#costs.keys()
    if (this.#costs.size > MOST_KINDS && oldest !== undefined) this.#costs.delete(oldest)
  }
}
