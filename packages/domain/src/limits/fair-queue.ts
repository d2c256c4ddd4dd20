import type { Client, Sharer } from './client.ts'
import { ALL_SITES, FairTurns, type Job } from './fair-turns.ts'
import { Holdings, lastOfLargest } from './holdings.ts'

/** Bounds of a {@link FairQueue}. */
export interface FairBounds {
  /** Jobs that run at the same time, of all clients and of one of them. */
  readonly concurrency: number
  readonly concurrencyPerClient: number
  /** Jobs that may wait or run, of all clients and of one of them. */
  readonly maxPending: number
  readonly maxPendingPerClient: number
  /** Running jobs that need the same source, such as a host; no bound when left out. */
  readonly concurrencyPerSource?: number
  /** Longest wait of a job, milliseconds. */
  readonly maxWaitMs: number
  /**
   * Time that one turn pays for, milliseconds: a job that turns out to take longer costs its client accordingly more, which is charged when it
   * ends. Left out, jobs cost what their options say, however long they take.
   */
  readonly turnMs?: number
}

export interface JobOptions {
  /** The source that the job needs, such as a host, and its owner. A job that waits for its source does not delay others. */
  readonly source?: readonly Sharer[]
  /** Removes the job from the queue, because its client no longer waits for it. A running job is not interrupted. */
  readonly signal?: AbortSignal
  /** Share of its client's turns that the job takes, relative to other jobs of the queue; 1 when left out. Of equal turns the cheaper job is first. */
  readonly cost?: number
}

/** Runs jobs of many clients so that no client, however many jobs it adds, makes the others wait for long. */
export interface FairQueue {
  /** @throws the queue's refusal where the queue is full or the job has waited too long; the reason of an aborted signal. */
  add<Result>(client: Client, job: () => Promise<Result>, options?: JobOptions): Promise<Result>
}

export interface QueueOptions {
  /** Milliseconds. */
  readonly now?: () => number
  /** How far a client's jobs stand back at a moment: those of clients with less go before any turns. None does when left out. */
  readonly delayOf?: (client: Client, nowMs: number) => number
}

interface Waiting extends Job {
  readonly source: readonly Sharer[]
  readonly start: () => void
  readonly refuse: (reason: unknown) => void
}

/**
 * Creates a queue with fair turns. The next slot goes to the site that was served least for its size, there to the client that was
 * served least, and to that client's cheapest job. An IPv4 address is a site of one client. When the queue is full, it refuses the newest
 * waiting job of the client or site that has most jobs for its size; of several that have as many the one whose job costs most.
 * @param refusal makes the error of a refused job.
 */
export function createFairQueue(bounds: FairBounds, refusal: () => Error, options: QueueOptions = {}): FairQueue {
  return new TurnQueue(bounds, refusal, options)
}

class TurnQueue implements FairQueue {
  readonly #bounds: FairBounds
  readonly #refusal: () => Error
  readonly #now: () => number
  readonly #delayOf: (client: Client, nowMs: number) => number
  readonly #running: Holdings
  readonly #pending: Holdings
  readonly #sources: Holdings
  readonly #turns = new FairTurns()
  /** In their order of arrival. */
  readonly #waiting: Waiting[] = []

  constructor(
    bounds: FairBounds,
    refusal: () => Error,
    { now = () => performance.now(), delayOf = () => 0 }: QueueOptions,
  ) {
    this.#bounds = bounds
    this.#refusal = refusal
    this.#now = now
    this.#delayOf = delayOf
    this.#running = new Holdings(bounds.concurrency, bounds.concurrencyPerClient)
    this.#pending = new Holdings(bounds.maxPending, bounds.maxPendingPerClient)
    this.#sources = new Holdings(bounds.concurrency, bounds.concurrencyPerSource ?? Number.POSITIVE_INFINITY)
  }

  async add<Result>(
    client: Client,
    job: () => Promise<Result>,
    { source = [], signal, cost = 1 }: JobOptions = {},
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (!this.#pending.hasShareLeft(client)) throw this.#refusal()
    await this.#turn({ client, cost, source }, signal)
    const startedMs = this.#now()
    try {
      return await job()
    } finally {
      this.#chargeTime({ client, cost }, this.#now() - startedMs)
      this.#running.remove(client)
      this.#sources.remove(source)
      this.#leave(client)
      this.#startNext()
    }
  }

  async #turn(job: Job & Pick<Waiting, 'source'>, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const entry = { ...job, start, refuse: reject }
    const onAbort = () => this.#refuse(entry, signal?.reason)
    signal?.addEventListener('abort', onAbort)
    this.#enter(entry)
    const isWaiting = this.#waiting.includes(entry)
    const timer = isWaiting ? setTimeout(() => this.#refuse(entry, this.#refusal()), this.#bounds.maxWaitMs) : undefined
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #enter(entry: Waiting): void {
    this.#pending.add(entry.client)
    this.#waiting.push(entry)
    const excess = this.#excess()
    if (excess !== undefined) this.#refuse(excess, this.#refusal())
    this.#startNext()
  }

  /** Returns the waiting job that is one too many; undefined while the queue is not full. */
  #excess(): Waiting | undefined {
    if (this.#pending.total <= this.#bounds.maxPending) return undefined
    return lastOfLargest(
      this.#waiting,
      ({ client }) => client,
      this.#pending,
      ({ cost }) => cost,
    )
  }

  #startNext(): void {
    while (!this.#running.isFull) {
      const next = this.#next()
      if (next === undefined) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#turns.take(next)
      this.#running.add(next.client)
      this.#sources.add(next.source)
      next.start()
    }
  }

  #chargeTime({ client, cost }: Job, tookMs: number): void {
    const excess = tookMs / (this.#bounds.turnMs ?? Number.POSITIVE_INFINITY) - cost
    if (excess > 0) this.#turns.charge({ client, cost: excess })
  }

  /** Returns the job that may start and whose turn is first; undefined without one. */
  #next(): Waiting | undefined {
    const free = this.#waiting.filter(
      ({ client, source }) => this.#running.hasShareLeft(client) && this.#sources.hasShareLeft(source),
    )
    // At one moment: what passes while they are compared would let the jobs of a client that arrived last go first.
    const nowMs = this.#now()
    const delays = free.map(({ client }) => this.#delayOf(client, nowMs))
    const least = Math.min(...delays)
    const [first, ...others] = free.filter((_, at) => delays[at] === least)
    return first && others.reduce((best, entry) => (this.#turns.isBefore(entry, best) ? entry : best), first)
  }

  #refuse(entry: Waiting, reason: unknown): void {
    if (!this.#waiting.includes(entry)) return
    this.#waiting.splice(this.#waiting.indexOf(entry), 1)
    this.#leave(entry.client)
    entry.refuse(reason)
  }

  #leave(client: Client): void {
    this.#pending.remove(client)
    for (const site of client.slice(1)) if (this.#pending.of(site) === 0) this.#turns.delete(site.key)
    if (this.#pending.total === 0) this.#turns.delete(ALL_SITES)
  }
}
