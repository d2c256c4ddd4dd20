import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPlainText } from '../../trait-filter/name-pattern.ts'
import { CallCosts } from './call-costs.ts'
import type { ClientIdentity } from './client-address.ts'
import { type Call, EXPENSIVE_MS, RequestQueue } from './request-queue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether calls of the route are queued while many are being handled. For routes that answer immediately, from the store. */
    isQueued?: boolean
  }
}

/** A call that was let begin, until it is answered. */
interface Begun {
  call: Call
  readonly kind: string
  readonly costs: CallCosts
  readonly queue: RequestQueue
  /** When it began, without the time for which it was outside the queue. */
  startMs: number
  /** Whether it has left its place for a while. */
  isOutside: boolean
}

const begun = new WeakMap<FastifyRequest, Begun>()

/**
 * Waits for work that has limits of its own, giving up the call's place in the queue meanwhile. Otherwise a few calls that wait for a minute
 * would hold all places, as nobody knows before their end that they take so long.
 * @throws QueriesBusyError when there is no place to come back to; what `wait` throws.
 */
export async function outsideQueue<Result>(request: FastifyRequest, wait: () => Promise<Result>): Promise<Result> {
  const known = begun.get(request)
  if (known === undefined || known.isOutside) return wait()
  const leftMs = performance.now()
  known.isOutside = true
  known.queue.end(known.call)
  const work = wait()
  const back = () => comeBack(request, known, leftMs)
  await work.then(back, back).catch(async (refused: unknown) => {
    // An error of the work itself says more than a full queue.
    await work
    throw refused
  })
  return work
}

/** Returns what charges a call's client for processor time that was used outside the queue, milliseconds; also once the call was answered. */
export function chargeOf(request: FastifyRequest): (ms: number) => void {
  const known = begun.get(request)
  return (ms) => known?.queue.charge(known.call, ms)
}

/** @throws QueriesBusyError */
async function comeBack(request: FastifyRequest, known: Begun, leftMs: number): Promise<void> {
  if (!begun.has(request)) return
  // The call's cost is counted already, and little of the call remains. At no cost, none of many calls that return together is refused.
  known.call = { ...known.call, costMs: 0 }
  await known.queue.begin(known.call)
  known.isOutside = false
  known.startMs += performance.now() - leftMs
  // Something else failed, and answered the request, while it waited.
  if (!begun.has(request)) known.queue.end(known.call)
}

/**
 * Queues the handlers of routes whose `config.isQueued` is set. A slot is taken once the body was read, so that slow senders occupy
 * none, and released when the handler has answered, whether or not the client is still connected.
 */
export function queueRequests(
  server: FastifyInstance,
  { clientOf, isOwnMachine }: ClientIdentity,
  queue: RequestQueue = new RequestQueue(),
): void {
  const costs = new CallCosts()
  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.isQueued !== true) return
    const { raw } = request
    const isExpression = asksByExpression(request)
    // Like a route of its own: what it takes says nothing of the route's other calls.
    const kind = isExpression ? `expression ${kindOf(request)}` : kindOf(request)
    const costMs = isExpression ? Math.max(costs.of(kind), EXPENSIVE_MS) : costs.of(kind)
    const client = isOwnMachine(raw) ? null : clientOf(raw)
    const call = { client, costMs, mayTakeLong: costs.mayTakeLong(kind) }
    await queue.begin(call)
    if (raw.socket.destroyed) {
      queue.end(call)
      return reply.hijack()
    }
    begun.set(request, { call, kind, costs, queue, startMs: performance.now(), isOutside: false })
  })
  // `onResponse` is not called for a client that has disconnected.
  server.addHook('onSend', async (request, { statusCode }) => endCall(request, statusCode))
}

/** Gives up the place of a refused call, if it has one, before the refusal is delayed: the place would be blocked for as long. */
export function leaveQueue(request: FastifyRequest): void {
  endCall(request, REFUSED)
}

const REFUSED = 503

function endCall(request: FastifyRequest, statusCode: number): void {
  const ended = begun.get(request)
  if (ended === undefined) return
  begun.delete(request)
  const { call, kind, costs, queue, startMs, isOutside } = ended
  if (isOutside) return
  const ms = performance.now() - startMs
  if (statusCode < 400) costs.took(kind, ms)
  else costs.failed(kind, ms)
  queue.end(call, costs.withoutLoad(ms))
}

/** Returns whether a call searches by a regular expression: a kind and a route of its own, always expensive, as the client chooses its cost. */
function asksByExpression({ query }: FastifyRequest): boolean {
  const { name } = (query ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' && !isPlainText(name)
}

/** Returns the route with the names of the query's parameters: calls of one kind cost about the same. */
function kindOf({ method, routeOptions, query }: FastifyRequest): string {
  const asked = Object.keys(query ?? {}).sort()
  return `${method} ${routeOptions.url}?${asked.join()}`
}
