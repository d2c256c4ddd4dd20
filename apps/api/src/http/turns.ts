import { QueriesBusyError } from '../load/query-gate.ts'
import { LocalCounts } from '../sharing/local-counts.ts'

/** Bounds of calls that are worked on or wait. */
export interface TurnBounds {
  readonly running: number
  /** Of one client; others of it wait, also while turns are free. */
  readonly runningPerClient: number
  readonly waiting: number
}

/** A few more than the store has connections, so that they are never idle; what runs beside a call slows it. */
const BOUNDS: TurnBounds = { running: 12, runningPerClient: 4, waiting: 1_000 }
/** For how long what a client asked counts against it, milliseconds. */
const WINDOW_MS = 10_000
/** How long a call lets others pass for each time its client asked lately, and for each millisecond that it will take. */
const PATIENCE_PER_CALL_MS = 1
const PATIENCE_PER_COST = 5

/** A call that wants a turn. */
export interface Call {
  /** Null for programs of this machine, which ask for many people: they go first, for whom they ask is bounded by them. */
  readonly client: string | null
  /** What such calls have taken lately, milliseconds. */
  readonly costMs: number
}

interface Waiting {
  readonly client: string | null
  /** When it should be worked on; the soonest goes first. */
  readonly dueMs: number
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Turns of calls: at most so many are worked on, and few of one client. Of those that wait the one goes next that is due first: quick
 * calls before dear ones, clients that ask seldom before those that ask much, and nobody waits for ever.
 */
export class Turns {
  readonly #bounds: TurnBounds
  readonly #now: () => number
  readonly #asked = new LocalCounts()
  /** In the order in which they are due; among equals who came first. */
  readonly #waiting: Waiting[] = []
  readonly #held = new Map<string, number>()
  #running = 0

  constructor(bounds: TurnBounds = BOUNDS, now: () => number = () => performance.now()) {
    this.#bounds = bounds
    this.#now = now
  }

  /** Waits for a turn, which {@link end} must give back. @throws QueriesBusyError for what is due last, when too many wait. */
  begin({ client, costMs }: Call): Promise<void> | null {
    const now = this.#now()
    const asked = client === null ? 0 : this.#asked.count(client, WINDOW_MS, now).current
    if (this.#running < this.#bounds.running && this.#mayRun(client)) {
      this.#run(client)
      return null
    }
    const dueMs = client === null ? 0 : now + asked * PATIENCE_PER_CALL_MS + costMs * PATIENCE_PER_COST
    return new Promise((start, refuse) => {
      this.#enqueue({ client, dueMs, start, refuse })
      if (this.#waiting.length > this.#bounds.waiting) this.#waiting.pop()?.refuse(new QueriesBusyError())
    })
  }

  /** Gives a client's turn to whoever is next. */
  end(client: string | null): void {
    this.#running -= 1
    if (client !== null) {
      const left = (this.#held.get(client) ?? 1) - 1
      if (left === 0) this.#held.delete(client)
      else this.#held.set(client, left)
    }
    const at = this.#waiting.findIndex((one) => this.#mayRun(one.client))
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1)
    if (next === undefined) return
    this.#run(next.client)
    next.start()
  }

  #mayRun(client: string | null): boolean {
    return client === null || (this.#held.get(client) ?? 0) < this.#bounds.runningPerClient
  }

  #run(client: string | null): void {
    this.#running += 1
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
