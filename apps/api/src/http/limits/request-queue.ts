import { EXPENSIVE_CONCURRENCY, QueriesBusyError } from './query-gate.ts'
import { LocalCounts } from './request-counts.ts'

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
export const EXPENSIVE_MS = 40
/** Window in which a client's calls count against it, milliseconds. */
const WINDOW_MS = 10_000
/**
 * Delay of a call for each recent call of its client, and for each millisecond of its expected cost; milliseconds. The latter is
 * multiplied, for an expensive call, by the expensive calls of its client that wait, itself included.
 */
const DELAY_PER_CALL_MS = 1
const DELAY_PER_COST = 5

/** A queued call. */
export interface Call {
  /** Null for programs of this machine that call for themselves: they go first, and their expensive calls leave slots to quick ones. */
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
    if (isExpensive(call) && this.#runningExpensive >= this.#bounds.runningExpensive) return false
    return client === null || (this.#runningByClient.get(client) ?? 0) < this.#bounds.runningPerClient
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
