import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPlainText } from '../../trait-filter/name-pattern.ts'
import type { ClientIdentity } from './client-address.ts'
import { DEAR_CONCURRENCY, QueriesBusyError } from './query-gate.ts'
import { LocalCounts } from './request-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Worked out by the store within a moment: waits for a turn where many such calls are. */
    isQueued?: boolean
  }
}

/** Time of a usual call without load, milliseconds. */
const TYPICAL_MS = 10
/**
 * How far a call that took longer, or less long, than its kind is expected to moves the expectation. Both balance where a quarter of the calls
 * takes less: under load all calls take longer, quick ones too, and what a call costs by itself shows in those that had luck.
 */
const LONGER = 1.2
const SHORTER = 0.55
/** Kinds that are remembered; the one that was first seen is forgotten first. */
const MAX_KINDS = 2_000

/**
 * Has the handlers of routes whose `config.isQueued` is set wait for a turn. It is taken once the body was read, so that slow senders
 * hold none, and given back when the handler has answered, whether or not its client is still there.
 */
export function queueRequests(
  server: FastifyInstance,
  { addressOf, isOwnMachine }: ClientIdentity,
  turns: RequestQueue = new RequestQueue(),
): void {
  const costs = new CallCosts()
  const begun = new WeakMap<FastifyRequest, Call & { readonly kind: string; readonly startMs: number }>()
  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.isQueued !== true) return
    const { raw } = request
    const isExpression = asksByExpression(request)
    const kind = isExpression ? `${kindOf(request)} expression` : kindOf(request)
    const costMs = isExpression ? Math.max(costs.of(kind), DEAR_MS) : costs.of(kind)
    const call = { client: isOwnMachine(raw) ? null : addressOf(raw), costMs }
    await turns.begin(call)
    if (raw.socket.destroyed) {
      turns.end(call)
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
    turns.end(call)
  }
  // Of a client that hung up no response is ever finished: `onResponse` would not be called.
  server.addHook('onSend', async (request, reply) => end(request, reply))
}

/** A user's regular expression is of a kind of its own, which is always dear: its asker chooses what it costs. */
function asksByExpression({ query }: FastifyRequest): boolean {
  const { name } = (query ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' && !isPlainText(name)
}

/** Calls of one route cost alike, if the same is asked beside: searching a list by a name is not reading it. */
function kindOf({ method, routeOptions, query }: FastifyRequest): string {
  const asked = Object.keys(query ?? {}).sort()
  return `${method} ${routeOptions.url} ${asked.join()}`
}

/**
 * Expected cost by kind of call: what a quarter of its calls takes at most, at the speed of a machine without load. Under load all calls take
 * longer together; how much longer is what those of any kind take now against what they usually do.
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

  /** A call that failed was refused at once or cut off late: its kind costs at least what it took, and maybe more. */
  failed(kind: string, ms: number): void {
    if (ms > (this.#costs.get(kind) ?? this.#typicalMs)) this.took(kind, ms)
  }
}

function moved(known: number, ms: number): number {
  return ms > known ? Math.min(ms, known * LONGER) : Math.max(ms, known * SHORTER)
}

/** Bounds of calls that are worked on or wait. */
export interface QueueBounds {
  readonly running: number
  /** Of calls that are expected to cost `DEAR_MS` or more, whoever asks: however many ask for what is dear, quick calls find turns. */
  readonly runningDear: number
  /** Of one client; others of it wait, also while turns are free. */
  readonly runningPerClient: number
  readonly waiting: number
  /** Of dear calls: more would wait longer than anybody stays. One too many is refused to the client that has most of them waiting. */
  readonly waitingDear: number
}

/**
 * A few more than the store has connections, so that they are never idle; what runs beside a call slows it. Dear calls keep a core of the
 * store's busy each, and one core is left to everything else.
 */
export const BOUNDS: QueueBounds = {
  running: 12,
  runningDear: DEAR_CONCURRENCY,
  runningPerClient: 4,
  waiting: 1_000,
  waitingDear: 20,
}
/** Expected cost from which on a call is dear, milliseconds: several times what a page of a list takes. */
const DEAR_MS = 40
/** For how long what a client asked counts against it, milliseconds. */
const WINDOW_MS = 10_000
/**
 * Delay of a call for each recent call of its client, in milliseconds, and for each millisecond of its expected cost; of a dear one
 * as often as its client has dear ones waiting, itself included.
 */
const DELAY_PER_CALL_MS = 1
const DELAY_PER_COST = 5

/** A call that wants a turn. */
export interface Call {
  /** Null for programs of this machine, which ask for many users: they go first, for whom they ask is bounded by them. */
  readonly client: string | null
  /** Expected cost, milliseconds. */
  readonly costMs: number
}

function isDear({ costMs }: Call): boolean {
  return costMs >= DEAR_MS
}

interface Waiting {
  readonly call: Call
  /** When it should be worked on; the soonest goes first. */
  readonly dueMs: number
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

/**
 * A queue of calls: at most so many are worked on, and few of one client. Of those that wait the one goes next that is due first: quick
 * calls before dear ones, clients that ask seldom before those that ask much, and nobody waits for ever.
 */
export class RequestQueue {
  readonly #bounds: QueueBounds
  readonly #now: () => number
  readonly #asked = new LocalCounts()
  /** In the order in which they are due; among equals who came first. */
  readonly #waiting: Waiting[] = []
  readonly #held = new Map<string, number>()
  #running = 0
  #runningDear = 0

  constructor(bounds: QueueBounds = BOUNDS, now: () => number = () => performance.now()) {
    this.#bounds = bounds
    this.#now = now
  }

  /** Waits for a turn, which {@link end} must give back. @throws QueriesBusyError when too many wait, or too many dear ones. */
  begin(call: Call): Promise<void> | null {
    const { client, costMs } = call
    const now = this.#now()
    const asked = client === null ? 0 : this.#asked.count(client, WINDOW_MS, now).current
    if (this.#running < this.#bounds.running && this.#mayRun(call)) {
      this.#run(call)
      return null
    }
    const times = isDear(call) ? 1 + this.#dearWaiting().filter((one) => one.call.client === client).length : 1
    const dueMs = client === null ? 0 : now + asked * DELAY_PER_CALL_MS + costMs * DELAY_PER_COST * times
    return new Promise((start, refuse) => {
      this.#enqueue({ call, dueMs, start, refuse })
      if (this.#waiting.length > this.#bounds.waiting) this.#refuse(this.#waiting.at(-1))
      else if (isDear(call)) this.#refuseBeyondDear()
    })
  }

  /** Gives a call's turn back, and turns to all who may have one now: what ends may have held up several. */
  end(call: Call): void {
    const { client } = call
    this.#running -= 1
    if (isDear(call)) this.#runningDear -= 1
    if (client !== null) {
      const left = (this.#held.get(client) ?? 1) - 1
      if (left === 0) this.#held.delete(client)
      else this.#held.set(client, left)
    }
    while (this.#running < this.#bounds.running) {
      const next = this.#waiting.find((one) => this.#mayRun(one.call))
      if (next === undefined) return
      this.#remove(next)
      this.#run(next.call)
      next.start()
    }
  }

  /** Returns the dear calls that wait, without those of this machine, which are never refused for it. */
  #dearWaiting(): readonly Waiting[] {
    return this.#waiting.filter(({ call }) => call.client !== null && isDear(call))
  }

  /** Refuses the last dear call of the client that has most of them waiting, so that no client is refused for what another asks. */
  #refuseBeyondDear(): void {
    const dear = this.#dearWaiting()
    if (dear.length <= this.#bounds.waitingDear) return
    const byClient = Map.groupBy(dear, ({ call }) => call.client)
    const most = Math.max(...[...byClient.values()].map(({ length }) => length))
    this.#refuse(dear.findLast(({ call }) => byClient.get(call.client)?.length === most))
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
    if (isDear(call) && this.#runningDear >= this.#bounds.runningDear) return false
    return (this.#held.get(client) ?? 0) < this.#bounds.runningPerClient
  }

  #run(call: Call): void {
    const { client } = call
    this.#running += 1
    if (isDear(call)) this.#runningDear += 1
    if (client !== null) this.#held.set(client, (this.#held.get(client) ?? 0) + 1)
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
