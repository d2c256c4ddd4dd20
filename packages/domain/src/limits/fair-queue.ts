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
export function createFairQueue(bounds: FairBounds, refusal: () => Error): FairQueue {
  const running = new Holdings(bounds.concurrency, bounds.concurrencyPerClient)
  const pending = new Holdings(bounds.maxPending, bounds.maxPendingPerClient)
  const sources = new Holdings(bounds.concurrency, bounds.concurrencyPerSource ?? Number.POSITIVE_INFINITY)
  const turns = new FairTurns()
  /** In their order of arrival. */
  const waiting: Waiting[] = []

  const startNext = (): void => {
    while (!running.isFull) {
      const free = waiting.filter(({ client, source }) => running.hasShareLeft(client) && sources.hasShareLeft(source))
      const [first, ...others] = free
      if (first === undefined) return
      const next = others.reduce((best, entry) => (turns.isBefore(entry, best) ? entry : best), first)
      waiting.splice(waiting.indexOf(next), 1)
      turns.take(next)
      running.add(next.client)
      sources.add(next.source)
      next.start()
    }
  }
  const leave = (client: Client): void => {
    pending.remove(client)
    for (const site of client.slice(1)) if (pending.of(site) === 0) turns.delete(site.key)
    if (pending.total === 0) turns.delete(ALL_SITES)
  }
  const refuse = (entry: Waiting, reason: unknown): void => {
    if (!waiting.includes(entry)) return
    waiting.splice(waiting.indexOf(entry), 1)
    leave(entry.client)
    entry.refuse(reason)
  }
  const enter = (entry: Waiting): void => {
    pending.add(entry.client)
    waiting.push(entry)
    const excess =
      pending.total > bounds.maxPending
        ? lastOfLargest(
            waiting,
            ({ client }) => client,
            pending,
            ({ cost }) => cost,
          )
        : undefined
    if (excess !== undefined) refuse(excess, refusal())
    startNext()
  }
  const turn = async (job: Job & Pick<Waiting, 'source'>, signal: AbortSignal | undefined): Promise<void> => {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const entry = { ...job, start, refuse: reject }
    const onAbort = () => refuse(entry, signal?.reason)
    signal?.addEventListener('abort', onAbort)
    enter(entry)
    const timer = waiting.includes(entry) ? setTimeout(() => refuse(entry, refusal()), bounds.maxWaitMs) : undefined
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    async add(client, job, { source = [], signal, cost = 1 } = {}) {
      signal?.throwIfAborted()
      if (!pending.hasShareLeft(client)) throw refusal()
      await turn({ client, cost, source }, signal)
      try {
        return await job()
      } finally {
        running.remove(client)
        sources.remove(source)
        leave(client)
        startNext()
      }
    },
  }
}
