import type { Client, Sharer } from './client.ts'
import { Holdings } from './holdings.ts'

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
  /** Longest wait of a work, milliseconds; no bound when left out. */
  readonly maxWaitMs?: number
}

export interface WorkOptions {
  /** What the work needs beside its client, and what that belongs to: others go past works that wait for their source. */
  readonly source?: readonly Sharer[]
  /** Takes a work that its client waits for no longer out of the queue. One that has begun runs to its end. */
  readonly signal?: AbortSignal
}

/** Works for many clients so that none of them, however much it asks for, keeps the others waiting for long. */
export interface FairQueue {
  /** @throws what the queue was given for a work that may not wait, or not any longer; the reason of an aborted signal. */
  add<Result>(client: Client, work: () => Promise<Result>, options?: WorkOptions): Promise<Result>
}

interface Waiting {
  readonly client: Client
  readonly source: readonly Sharer[]
  readonly start: () => void
}

/**
 * Creates a queue whose slots go round: to the site that has had least for its size, there to the client that has had least, and of its
 * works to the one that came first. An IPv4 address is a site of one client.
 * @param refusal makes the error of a work that may not wait.
 */
export function createFairQueue(bounds: FairBounds, refusal: () => Error): FairQueue {
  const running = new Holdings(bounds.concurrency, bounds.concurrencyPerClient)
  const pending = new Holdings(bounds.maxPending, bounds.maxPendingPerClient)
  const sources = new Holdings(bounds.concurrency, bounds.concurrencyPerSource ?? Number.POSITIVE_INFINITY)
  const turns = createTurns()
  /** In their order of arrival. */
  const waiting: Waiting[] = []

  const take = (entry: Waiting): void => {
    waiting.splice(waiting.indexOf(entry), 1)
  }
  const startNext = (): void => {
    while (!running.isFull) {
      const free = waiting.filter(({ client, source }) => running.hasShareLeft(client) && sources.hasShareLeft(source))
      const [first, ...others] = free
      if (first === undefined) return
      const next = others.reduce((best, entry) => (turns.isBefore(entry.client, best.client) ? entry : best), first)
      take(next)
      turns.take(next.client)
      running.add(next.client)
      sources.add(next.source)
      next.start()
    }
  }
  const turn = async (client: Client, { source = [], signal }: WorkOptions): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { client, source, start: resolve }
    const leave = (reason: unknown) => {
      if (!waiting.includes(entry)) return
      take(entry)
      reject(reason)
    }
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    waiting.push(entry)
    startNext()
    const timer =
      bounds.maxWaitMs === undefined || !waiting.includes(entry)
        ? undefined
        : setTimeout(() => leave(refusal()), bounds.maxWaitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
  return {
    async add(client, work, options = {}) {
      options.signal?.throwIfAborted()
      if (pending.isFull || !pending.hasShareLeft(client)) throw refusal()
      pending.add(client)
      try {
        await turn(client, options)
        try {
          return await work()
        } finally {
          running.remove(client)
          sources.remove(options.source ?? [])
          startNext()
        }
      } finally {
        pending.remove(client)
        turns.forget(client.filter((sharer) => pending.of(sharer) === 0))
      }
    },
  }
}

/** Counts the turns that each sharer had, from where those beside it are: who comes later has missed none, and owes none. */
function createTurns() {
  const had = new Map<string, number>()
  /** Turn of the last one that was served, of all sites and of the clients of each site. */
  const clocks = new Map<string, number>()
  const around = (client: Client, level: number) => client[level + 1]?.key ?? ''
  const of = (client: Client, level: number) =>
    Math.max(clocks.get(around(client, level)) ?? 0, had.get(client[level]?.key ?? '') ?? 0)
  return {
    /** Compares sites, and then clients. */
    isBefore(client: Client, other: Client): boolean {
      const difference = of(client, client.length - 1) - of(other, other.length - 1)
      return difference === 0 ? of(client, 0) < of(other, 0) : difference < 0
    },
    take(client: Client): void {
      for (const [level, { key, clients }] of client.entries()) {
        const turn = of(client, level)
        clocks.set(around(client, level), turn)
        had.set(key, turn + 1 / clients)
      }
    },
    forget(sharers: readonly Sharer[]): void {
      for (const { key } of sharers) {
        had.delete(key)
        clocks.delete(key)
      }
    },
  }
}
