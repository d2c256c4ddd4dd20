import type { Client, Sharer } from '@opal/domain/limits/client'
import type { FairQueue } from '@opal/domain/limits/fair-queue'

/** A work of one client, and what it needs beside it. */
export interface SharedWork<Result> {
  readonly client: Client
  readonly source: readonly Sharer[]
  /** Takes it out of the queue when its client waits for it no longer. */
  readonly leaving?: AbortSignal
  work(): Promise<Result>
}

/** Works that several clients may wait for. */
export interface SharedWorks<Result> {
  /**
   * Does a work once: in the turn of whichever client has one first, so that none waits behind what another has asked for. The others
   * leave the queue then, and have the same result.
   */
  once(key: string, work: SharedWork<Result>): Promise<Result>
  /** Does a work for its client alone, unless it is being done. */
  alone(key: string, work: SharedWork<Result>): Promise<Result>
}

interface Shared<Result> {
  waiting: number
  readonly begun: AbortController
  /** Null until it has begun. */
  result: Promise<Result> | null
}

export function createSharedWorks<Result>(queue: FairQueue): SharedWorks<Result> {
  const works = new Map<string, Shared<Result>>()
  const open = (key: string): Shared<Result> => {
    const shared = { waiting: 0, begun: new AbortController(), result: null }
    works.set(key, shared)
    return shared
  }
  const begin = (key: string, shared: Shared<Result>, work: () => Promise<Result>): Promise<Result> => {
    shared.result = work().finally(() => works.delete(key))
    shared.begun.abort()
    return shared.result
  }
  return {
    async once(key, { client, source, leaving, work }) {
      const shared = works.get(key) ?? open(key)
      if (shared.result !== null) return shared.result
      const begun = shared.begun.signal
      const signal = leaving === undefined ? begun : AbortSignal.any([begun, leaving])
      shared.waiting += 1
      try {
        return await queue.add(client, () => shared.result ?? begin(key, shared, work), { source, signal })
      } catch (error) {
        if (shared.result !== null && error === begun.reason) return await shared.result
        throw error
      } finally {
        shared.waiting -= 1
        if (shared.waiting === 0 && shared.result === null) works.delete(key)
      }
    },
    alone: (key, { client, source, work }) => works.get(key)?.result ?? queue.add(client, work, { source }),
  }
}
