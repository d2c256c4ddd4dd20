import type { Client, Sharer } from './client.ts'
import { FairTurns } from './fair-turns.ts'
import { Holdings, lastOfLargest } from './holdings.ts'

/** Bounds of a {@link FairQueue}. */
export interface FairBounds {
  /** Works at once, for all clients and for one of them. */
  readonly concurrency: number
  readonly concurrencyPerClient: number
  /** Works that may wait or run, for all clients and for one of them. */
  readonly maxPending: number
  readonly maxPendingPerClient: number
  /** Works at once that need one source, such as a host; no bound when left out. */
  readonly concurrencyPerSource?: number
  /** Longest wait of a work, milliseconds. */
  readonly maxWaitMs: number
}

export interface WorkOptions {
  /** The source that the work needs, such as a host, and its owner: other works go past those that wait for their source. */
  readonly source?: readonly Sharer[]
  /** Takes a work out of the queue when its client waits for it no longer. One that has begun runs to its end. */
  readonly signal?: AbortSignal
}

/** Works for many clients so that none of them, however much it asks for, keeps the others waiting for long. */
export interface FairQueue {
  /** @throws the queue's refusal of a work that may not wait, or not any longer; the reason of an aborted signal. */
  add<Result>(client: Client, work: () => Promise<Result>, options?: WorkOptions): Promise<Result>
}

interface Waiting {
  readonly client: Client
  readonly source: readonly Sharer[]
  readonly start: () => void
  readonly refuse: (reason: unknown) => void
}

/**
 * Creates a queue whose slots go round: to the site that has had least for its size, there to the client that has had least, and of its
 * works to the one that came first. An IPv4 address is a site of one client. When it is full, the newest waiting work of the client or
 * site that has most for its size makes room.
 * @param refusal makes the error of a work that may not wait.
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
      const next = others.reduce((best, entry) => (turns.isBefore(entry.client, best.client) ? entry : best), first)
      waiting.splice(waiting.indexOf(next), 1)
      turns.take(next.client)
      running.add(next.client)
      sources.add(next.source)
      next.start()
    }
  }
  const leave = (client: Client): void => {
    pending.remove(client)
    for (const site of client.slice(1)) if (pending.of(site) === 0) turns.forget(site.key)
    if (pending.total === 0) turns.forget()
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
      pending.total > bounds.maxPending ? lastOfLargest(waiting, ({ client }) => client, pending) : undefined
    if (excess !== undefined) refuse(excess, refusal())
    startNext()
  }
  const turn = async (client: Client, source: readonly Sharer[], signal: AbortSignal | undefined): Promise<void> => {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const entry = { client, source, start, refuse: reject }
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
    async add(client, work, { source = [], signal } = {}) {
      signal?.throwIfAborted()
      if (!pending.hasShareLeft(client)) throw refusal()
      await turn(client, source, signal)
      try {
        return await work()
      } finally {
        running.remove(client)
        sources.remove(source)
        leave(client)
        startNext()
      }
    },
  }
}
