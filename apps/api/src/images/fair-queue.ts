import PQueue from 'p-queue'
import { MediaBusyError } from './media-errors.ts'

/** Bounds of a {@link FairQueue}. */
export interface FairBounds {
  /** Works at once, for all clients and for one of them. */
  readonly concurrency: number
  readonly concurrencyPerClient: number
  /** Works that may wait or run, for all clients and for one of them. */
  readonly maxPending: number
  readonly maxPendingPerClient: number
}

/** Works for many clients so that none of them, however much it asks for, keeps the others waiting for long. */
export interface FairQueue {
  /** @throws MediaBusyError, or what the queue was given in its place */
  add<Result>(client: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * Each client has a queue of its own, narrower than the one that all of them pass.
 * @param tooMuch makes the error of a work that may not wait.
 */
export function createFairQueue(
  { concurrency, concurrencyPerClient, maxPending, maxPendingPerClient }: FairBounds,
  tooMuch: () => Error = () => new MediaBusyError(),
): FairQueue {
  const shared = new PQueue({ concurrency })
  const clients = new Map<string, { readonly queue: PQueue; count: number }>()
  let count = 0
  return {
    async add(client, work) {
      const own = clients.get(client) ?? { queue: new PQueue({ concurrency: concurrencyPerClient }), count: 0 }
      if (count >= maxPending || own.count >= maxPendingPerClient) throw tooMuch()
      clients.set(client, own)
      count += 1
      own.count += 1
      try {
        return await own.queue.add(() => shared.add(work))
      } finally {
        count -= 1
        own.count -= 1
        if (own.count === 0) clients.delete(client)
      }
    },
  }
}
