import { availableParallelism } from 'node:os'
import { firstPlace } from '@opal/domain/first-place'
import type { Client, Sharer } from '@opal/domain/limits/client'
import { Holdings, lastOfLargest, loadOf } from '@opal/domain/limits/holdings'
import { RecentUse } from '@opal/domain/limits/recent-use'
import { EXPENSIVE_CONCURRENCY, QueriesBusyError } from './query-gate.ts'

/** Limits of calls that run or wait. */
export interface QueueBounds {
  readonly running: number
  /** Of calls that are expected to cost `EXPENSIVE_MS` or more, over all clients: the other slots are left to quick calls. */
  readonly runningExpensive: number
  /** Of one client, and as of eight clients of one site; its other calls wait even while slots are free. */
  readonly runningPerClient: number
  /** Beyond it, the client or site with most of them waiting for its size is refused one. */
  readonly waiting: number
  /** The same for expensive calls: more would wait longer than clients do. */
  readonly waitingExpensive: number
}

const CORES = availableParallelism()

/**
 * Runs one call for each core. More calls would each be slower and together no faster, as they share the event loop and the store's cores; and
 * the store has no priorities, so it would serve a page no sooner than the searches that run with it.
 */
export const BOUNDS: QueueBounds = {
  running: Math.min(12, Math.max(2, CORES)),
  runningExpensive: EXPENSIVE_CONCURRENCY,
  runningPerClient: Math.min(4, Math.max(1, CORES >> 1)),
  waiting: 1_000,
  waitingExpensive: 20,
}
/** Expected cost from which on a call is expensive, milliseconds: several times that of a page of a list. */
export const EXPENSIVE_MS = 40
/**
 * Delay of a call for each of the first milliseconds of its expected cost, and for each further one, milliseconds. The first ones tell a page
 * of a list from a search: pages pass the searches that many addresses asked for in the quarter of a second before, where each of them asks so
 * seldom that only the cost tells it apart. The delay of an expensive call is multiplied by the expensive calls of its client that wait, itself
 * included; calls of a site count for as much less as it has clients.
 */
const [FIRST_MS, DELAY_PER_FIRST, DELAY_PER_FURTHER] = [5, 50, 5]

/** A queued call. */
export interface Call {
  /** Null for programs of this machine that call for themselves: they go first, and their expensive calls leave slots to quick ones. */
  readonly client: Client | null
  /** Expected cost, milliseconds. */
  readonly costMs: number
  /** Whether it may take long whatever is expected: such calls, and expensive ones, leave a slot to others. False when left out. */
  readonly mayTakeLong?: boolean
}

function isExpensive({ costMs }: Call): boolean {
  return costMs >= EXPENSIVE_MS
}

function isLong(call: Call): boolean {
  return call.mayTakeLong === true || isExpensive(call)
}

/** Returns what a call counts as: slots bound expensive ones, whose clients' quick calls should not wait long for them. */
function chargeOf({ costMs }: Call): number {
  return Math.min(costMs, EXPENSIVE_MS)
}

interface Waiting {
  readonly call: Call
  /** When it should run, milliseconds; the soonest goes first. */
  readonly dueMs: number
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

function sharersOf({ client }: Call): readonly Sharer[] {
  return client ?? []
}

/** Calls of this machine's programs are not refused for being too many. */
function isRefusable({ call }: Waiting): boolean {
  return call.client !== null
}

/** The calls that each sharer has waiting: counted as they come and go, as each that comes to a full queue compares all. */
class WaitingCalls {
  /** Sorted by `dueMs`, then by arrival. */
  readonly entries: Waiting[] = []
  readonly held = new Holdings(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
  readonly heldExpensive = new Holdings(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)

  add(entry: Waiting): void {
    const isLater = (place: number) => (this.entries[place] as Waiting).dueMs > entry.dueMs
    this.entries.splice(firstPlace(this.entries.length, isLater), 0, entry)
    const sharers = sharersOf(entry.call)
    this.held.add(sharers)
    if (isExpensive(entry.call)) this.heldExpensive.add(sharers)
  }

  remove(entry: Waiting): void {
    this.entries.splice(this.entries.indexOf(entry), 1)
    const sharers = sharersOf(entry.call)
    this.held.remove(sharers)
    if (isExpensive(entry.call)) this.heldExpensive.remove(sharers)
  }
}

/**
 * Queues calls, with limits of how many run, in total and per client. The waiting call that is due first goes next: quick calls before
 * expensive ones, and calls of rare clients before those of busy ones; none is overtaken without end.
 */
export class RequestQueue {
  readonly #bounds: QueueBounds
  readonly #now: () => number
  readonly #used = new RecentUse()
  readonly #waiting = new WaitingCalls()
  readonly #running: Holdings
  #runningExpensive = 0
  #runningLong = 0

  constructor(bounds: QueueBounds = BOUNDS, now: () => number = () => performance.now()) {
    this.#bounds = bounds
    this.#running = new Holdings(bounds.running, bounds.runningPerClient)
    this.#now = now
  }

  /** Waits for a slot, which {@link end} must release. @throws QueriesBusyError when too many wait, or too many expensive ones. */
  begin(call: Call): Promise<void> | null {
    const { client } = call
    const now = this.#now()
    const delayMs = this.#used.add(sharersOf(call), chargeOf(call), now)
    if (!this.#running.isFull && this.#mayRun(call)) {
      this.#run(call)
      return null
    }
    const dueMs = client === null ? 0 : now + delayMs + this.#costDelayOf(call)
    return new Promise((start, refuse) => {
      const { entries, held } = this.#waiting
      this.#waiting.add({ call, dueMs, start, refuse })
      if (entries.length > this.#bounds.waiting) this.#refuseOneOf(entries.filter(isRefusable), held)
      else if (isExpensive(call)) this.#refuseExcessExpensive()
    })
  }

  /**
   * Releases a call's slot, and starts every waiting call that may run now: one end can unblock several.
   * @param tookMs duration at the speed of a machine without load; a call that turned out expensive is charged as one.
   */
  end(call: Call, tookMs = 0): void {
    this.#running.remove(sharersOf(call))
    if (tookMs >= EXPENSIVE_MS) this.#used.add(sharersOf(call), EXPENSIVE_MS - chargeOf(call), this.#now())
    if (isExpensive(call)) this.#runningExpensive -= 1
    if (isLong(call)) this.#runningLong -= 1
    while (!this.#running.isFull) {
      const next = this.#waiting.entries.find((one) => this.#mayRun(one.call))
      if (next === undefined) return
      this.#waiting.remove(next)
      this.#run(next.call)
      next.start()
    }
  }

  /** Charges the client of a call for milliseconds beyond those that it had a slot. */
  charge(call: Call, ms: number): void {
    this.#used.add(sharersOf(call), ms, this.#now())
  }

  /** Returns by how much a call is delayed for what it costs, milliseconds. */
  #costDelayOf(call: Call): number {
    const firstMs = Math.min(call.costMs, FIRST_MS)
    const delayMs = firstMs * DELAY_PER_FIRST + (call.costMs - firstMs) * DELAY_PER_FURTHER
    if (!isExpensive(call)) return delayMs
    return delayMs * (1 + loadOf(sharersOf(call), this.#waiting.heldExpensive))
  }

  #refuseExcessExpensive(): void {
    const { entries, heldExpensive } = this.#waiting
    const expensive = entries.filter((entry) => isRefusable(entry) && isExpensive(entry.call))
    if (expensive.length > this.#bounds.waitingExpensive) this.#refuseOneOf(expensive, heldExpensive)
  }

  /**
   * Refuses the last call of the client, or the site, that has most of them waiting for its size, so that no client pays for another.
   * @param entries that may be refused. @param held the calls that each sharer has of them.
   */
  #refuseOneOf(entries: readonly Waiting[], held: Holdings): void {
    const entry = lastOfLargest(entries, ({ call }) => sharersOf(call), held) ?? this.#waiting.entries.at(-1)
    if (entry === undefined) return
    this.#waiting.remove(entry)
    this.#used.remove(sharersOf(entry.call), chargeOf(entry.call))
    entry.refuse(new QueriesBusyError())
  }

  #mayRun(call: Call): boolean {
    if (isExpensive(call) && this.#runningExpensive >= this.#bounds.runningExpensive) return false
    if (isLong(call) && this.#runningLong >= Math.max(1, this.#bounds.running - 1)) return false
    return this.#running.hasShareLeft(sharersOf(call))
  }

  #run(call: Call): void {
    this.#running.add(sharersOf(call))
    if (isExpensive(call)) this.#runningExpensive += 1
    if (isLong(call)) this.#runningLong += 1
  }
}
