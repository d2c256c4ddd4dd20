import type { Client, Sharer } from '@opal/domain/limits/client'
import type { FairQueue } from '@opal/domain/limits/fair-queue'
import { MediaBusyError } from './media-errors.ts'

/** A work of one client, and what it needs beside it. */
export interface SharedWork<Result> {
  readonly client: Client
  readonly source: readonly Sharer[]
  /** Takes it out of the queue when its client waits for it no longer. */
  readonly leaving?: AbortSignal
  /** Throws where its client has no share left to begin it with. It may still have the result of another. */
  admit(): void
  work(): Promise<Result>
}

/** A result that another client's work had. */
interface Joined<Result> {
  readonly result: Result
}

/** Waits for a work that another client has begun. @returns null where the share of that client ran out, which says nothing of others */
export async function join<Result>(begun: Promise<Result>): Promise<Joined<Result> | null> {
  try {
    return { result: await begun }
  } catch (error) {
    if (error instanceof MediaBusyError) return null
    throw error
  }
}

/** Works that several clients may wait for. */
export interface SharedWorks<Result> {
  /**
   * Does a work once: in the turn of whichever client has one first, so that none waits behind what another has asked for. The others
   * leave the queue then, and have the same result. Where the share of that client ran out, they do it in their own turns.
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
  const attempt = async (key: string, asked: SharedWork<Result>): Promise<Joined<Result> | null> => {
    const shared = works.get(key) ?? open(key)
    if (shared.result !== null) return join(shared.result)
    const { client, source, leaving } = asked
    const begun = shared.begun.signal
    const signal = leaving === undefined ? begun : AbortSignal.any([begun, leaving])
    const work = async () => {
      if (shared.result !== null) return join(shared.result)
      asked.admit()
      return { result: await begin(key, shared, asked.work) }
    }
    shared.waiting += 1
    try {
      return await queue.add(client, work, { source, signal })
    } catch (error) {
      if (shared.result !== null && error === begun.reason) return await join(shared.result)
      throw error
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0 && shared.result === null) works.delete(key)
    }
  }
  return {
    async once(key, asked) {
      let done = await attempt(key, asked)
      while (done === null) done = await attempt(key, asked)
      return done.result
    },
    async alone(key, { client, source, admit, work }) {
      const begun = works.get(key)?.result ?? null
      const joined = begun === null ? null : await join(begun)
      if (joined !== null) return joined.result
      const own = async () => {
        admit()
        return work()
      }
      return queue.add(client, own, { source })
    },
  }
}
