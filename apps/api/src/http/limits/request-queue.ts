import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPlainText } from '../../trait-filter/name-pattern.ts'
import type { ClientIdentity } from './client-address.ts'
import { EXPENSIVE_CONCURRENCY, QueriesBusyError } from './query-gate.ts'
import { LocalCounts } from './request-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether calls of the route are queued while many are being handled. For routes that answer at once, from the store. */
    isQueued?: boolean
  }
}

/** Duration of a usual call without load, milliseconds. */
const TYPICAL_MS = 10
/**
 * Factors by which a call that took longer, or shorter, than expected moves the expectation at most. They balance at the lower quartile:
 * under load every call takes longer, and the quickest quarter shows what a call costs by itself.
 */
const LONGER = 1.2
const SHORTER = 0.55
/** Kinds whose cost is stored; the oldest is deleted first. */
const MAX_KINDS = 2_000

/**
 * Queues the handlers of routes whose `config.isQueued` is set. A slot is taken once the body was read, so that slow senders occupy
 * none, and released when the handler has answered, whether or not the client is still connected.
 */
export function queueRequests(
  server: FastifyInstance,
  { addressOf, isOwnMachine }: ClientIdentity,
  queue: RequestQueue = new RequestQueue(),
): void {
  const costs = new CallCosts()
  const begun = new WeakMap<FastifyRequest, Call & { readonly kind: string; readonly startMs: number }>()
  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.isQueued !== true) return
    const { raw } = request
    const isExpression = asksByExpression(request)
    const kind = isExpression ? `${kindOf(request)} expression` : kindOf(request)
    const costMs = isExpression ? Math.max(costs.of(kind), EXPENSIVE_MS) : costs.of(kind)
    const call = { client: isOwnMachine(raw) ? null : addressOf(raw), costMs }
    await queue.begin(call)
    if (raw.socket.destroyed) {
      queue.end(call)
      return reply.hijack()
    }
    begun.set(request, { ...call, kind, startMs: performance.now() })
  })
  const end = (request: FastifyRequest, { statusCode }: FastifyReply) => {
    const call = begun.get(request)
    if (call === undefined) return
    begun.delete(request)
    const ms = performance.now() - call.startMs
    if (statusCode < 400) costs.took(call.kind, ms)
    else costs.failed(call.kind, ms)
    queue.end(call)
  }
  // `onResponse` is not called for a client that has disconnected.
  server.addHook('onSend', async (request, reply) => end(request, reply))
}

/** Returns whether a call searches by a regular expression: a kind of its own, always expensive, as the client chooses its cost. */
function asksByExpression({ query }: FastifyRequest): boolean {
  const { name } = (query ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' && !isPlainText(name)
}

/** Returns the route with the names of the query's parameters: calls of one kind cost about the same. */
function kindOf({ method, routeOptions, query }: FastifyRequest): string {
  const asked = Object.keys(query ?? {}).sort()
  return `${method} ${routeOptions.url} ${asked.join()}`
}

/**
 * Estimates the cost of each kind of call, in milliseconds: the lower quartile of its durations, at the speed of a machine without load.
 * The slowdown under load is measured over all kinds together, against the usual duration.
 */
export class CallCosts {
  readonly #costs = new Map<string, number>()
  #typicalMs = TYPICAL_MS

  of(kind: string): number {
    const slowness = Math.max(1, this.#typicalMs / TYPICAL_MS)
    return (this.#costs.get(kind) ?? this.#typicalMs) / slowness
  }

  took(kind: string, ms: number): void {
    const known = this.#costs.get(kind)
    this.#costs.set(kind, known === undefined ? ms : moved(known, ms))
    this.#typicalMs = moved(this.#typicalMs, ms)
    const [oldest] = this.#costs.keys()
    if (this.#costs.size > MAX_KINDS && oldest !== undefined) this.#costs.delete(oldest)
  }

  /** Records a failed call, refused at once or cut off late: it can only raise the expected cost. */
  failed(kind: string, ms: number): void {
    if (ms > (this.#costs.get(kind) ?? this.#typicalMs)) this.took(kind, ms)
  }
}

function moved(known: number, ms: number): number {
  return ms > known ? Math.min(ms, known * LONGER) : Math.max(ms, known * SHORTER)
}

/** Limits of calls that run or wait. */
export interface QueueBounds {
  readonly running: number
  /** Of calls that are expected to cost `EXPENSIVE_MS` or more, over all clients: the other slots are left to quick calls. */
  readonly runningExpensive: number
  /** Of one client; its other calls wait even while slots are free. */
  readonly runningPerClient: number
  readonly waiting: number
  /** Of expensive calls: more would wait longer than clients do. Beyond it, the client with most of them waiting is refused one. */
  readonly waitingExpensive: number
}

/** Runs a few calls more than the store has connections, so that none is idle. */
export const BOUNDS: QueueBounds = {
  running: 12,
  runningExpensive: EXPENSIVE_CONCURRENCY,
  runningPerClient: 4,
  waiting: 1_000,
  waitingExpensive: 20,
}
/** Expected cost from which on a call is expensive, milliseconds: several times that of a page of a list. */
const EXPENSIVE_MS = 40
/** Window in which a client's calls count against it, milliseconds. */
const WINDOW_MS = 10_000
/**
 * Delay of a call for each recent call of its client, and for each millisecond of its expected cost; milliseconds. The latter is
 * multiplied, for an expensive call, by the expensive calls of its client that wait, itself included.
 */
const DELAY_PER_CALL_MS = 1
const DELAY_PER_COST = 5

/** A call that is to be run. */
export interface Call {
  /** Null for programs of this machine, such as the web server: they call for many users, bound these themselves, and go first. */
  readonly client: string | null
  /** Expected cost, milliseconds. */
  readonly costMs: number
}

function isExpensive({ costMs }: Call): boolean {
  return costMs >= EXPENSIVE_MS
}

interface Waiting {
  readonly call: Call
  /** When it should run, milliseconds; the soonest goes first. */
  readonly dueMs: number
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Queues calls, with limits of how many run, in total and per client. The waiting call that is due first goes next: quick calls before
 * expensive ones, and calls of rare clients before those of busy ones; none is overtaken without end.
 */
export class RequestQueue {
  readonly #bounds: QueueBounds
  readonly #now: () => number
  readonly #asked = new LocalCounts()
  /** Sorted by `dueMs`, then by arrival. */
  readonly #waiting: Waiting[] = []
  readonly #runningByClient = new Map<string, number>()
  #running = 0
  #runningExpensive = 0

  constructor(bounds: QueueBounds = BOUNDS, now: () => number = () => performance.now()) {
    this.#bounds = bounds
    this.#now = now
  }

  /** Waits for a slot, which {@link end} must release. @throws QueriesBusyError when too many wait, or too many expensive ones. */
  begin(call: Call): Promise<void> | null {
    const { client, costMs } = call
    const now = this.#now()
    const asked = client === null ? 0 : this.#asked.count(client, WINDOW_MS, now).current
    if (this.#running < this.#bounds.running && this.#mayRun(call)) {
      this.#run(call)
      return null
    }
    const times = isExpensive(call)
      ? 1 + this.#waitingExpensive().filter((one) => one.call.client === client).length
      : 1
    const dueMs = client === null ? 0 : now + asked * DELAY_PER_CALL_MS + costMs * DELAY_PER_COST * times
    return new Promise((start, refuse) => {
      this.#enqueue({ call, dueMs, start, refuse })
      if (this.#waiting.length > this.#bounds.waiting) this.#refuse(this.#waiting.at(-1))
      else if (isExpensive(call)) this.#refuseExcessExpensive()
    })
  }

  /** Releases a call's slot, and starts every waiting call that may run now: one end can unblock several. */
  end(call: Call): void {
    const { client } = call
    this.#running -= 1
    if (isExpensive(call)) this.#runningExpensive -= 1
    if (client !== null) {
      const left = (this.#runningByClient.get(client) ?? 1) - 1
      if (left === 0) this.#runningByClient.delete(client)
      else this.#runningByClient.set(client, left)
    }
    while (this.#running < this.#bounds.running) {
      const next = this.#waiting.find((one) => this.#mayRun(one.call))
      if (next === undefined) return
      this.#remove(next)
      this.#run(next.call)
      next.start()
    }
  }

  /** Returns the expensive calls that wait, without those of this machine, which are not refused for being too many. */
  #waitingExpensive(): readonly Waiting[] {
    return this.#waiting.filter(({ call }) => call.client !== null && isExpensive(call))
  }

  /** Refuses the last expensive call of the client that has most of them waiting, so that no client pays for another. */
  #refuseExcessExpensive(): void {
    const expensive = this.#waitingExpensive()
    if (expensive.length <= this.#bounds.waitingExpensive) return
    const byClient = Map.groupBy(expensive, ({ call }) => call.client)
    const most = Math.max(...[...byClient.values()].map(({ length }) => length))
    this.#refuse(expensive.findLast(({ call }) => byClient.get(call.client)?.length === most))
  }

  #refuse(entry: Waiting | undefined): void {
    if (entry === undefined) return
    this.#remove(entry)
    entry.refuse(new QueriesBusyError())
  }

  #remove(entry: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1)
  }

  #mayRun(call: Call): boolean {
    const { client } = call
    if (client === null) return true
    if (isExpensive(call) && this.#runningExpensive >= this.#bounds.runningExpensive) return false
    return (this.#runningByClient.get(client) ?? 0) < this.#bounds.runningPerClient
  }

  #run(call: Call): void {
    const { client } = call
    this.#running += 1
    if (isExpensive(call)) this.#runningExpensive += 1
    if (client !== null) this.#runningByClient.set(client, (this.#runningByClient.get(client) ?? 0) + 1)
  }

  #enqueue(entry: Waiting): void {
    let [low, high] = [0, this.#waiting.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#waiting[middle] as Waiting).dueMs <= entry.dueMs) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, entry)
  }
}
