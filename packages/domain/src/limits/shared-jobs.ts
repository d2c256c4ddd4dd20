import type { Client, Sharer } from './client.ts'
import type { FairQueue } from './fair-queue.ts'

/** A job of one client, and what it needs. */
export interface SharedJob<Result> {
  readonly client: Client
  readonly source: readonly Sharer[]
  /** Removes the job from the queue, because its client no longer waits for it. */
  readonly leaving?: AbortSignal
  /** Throws where its client has no share left to begin the job. The client may still get the result of another's. */
  admit(): void
  run(): Promise<Result>
}

/** A result of another client's job. */
interface Joined<Result> {
  readonly result: Result
}

/** Returns whether an error concerns only the client that began the job, whose share ran out: the job itself may still succeed. */
export type IsOfOneClient = (error: unknown) => boolean

/**
 * Waits for a job that another client began.
 * @returns null where it failed for that client only: the caller begins it again.
 * @throws the job's other errors.
 */
export async function join<Result>(
  begun: Promise<Result>,
  isOfOneClient: IsOfOneClient,
): Promise<Joined<Result> | null> {
  try {
    return { result: await begun }
  } catch (error) {
    if (isOfOneClient(error)) return null
    throw error
  }
}

/** Jobs that several clients may wait for. */
export interface SharedJobs<Result> {
  /**
   * Runs a job once for all clients that wait for it, in the first turn of any of them, so that no client waits behind another's jobs.
   * The others leave the queue then and get the same result. Where that client's share runs out, they run it in their own turns.
   */
  once(key: string, job: SharedJob<Result>): Promise<Result>
  /** Runs a job for its client alone, unless it is running. */
  alone(key: string, job: SharedJob<Result>): Promise<Result>
}

interface Shared<Result> {
  waiting: number
  readonly begun: AbortController
  /** Null until it has begun. */
  result: Promise<Result> | null
}

/** Creates shared jobs on a fair queue. @param isOfOneClient left out where a job fails for all that wait for it. */
export function createSharedJobs<Result>(
  queue: FairQueue,
  isOfOneClient: IsOfOneClient = () => false,
): SharedJobs<Result> {
  const jobs = new Map<string, Shared<Result>>()
  const open = (key: string): Shared<Result> => {
    const shared = { waiting: 0, begun: new AbortController(), result: null }
    jobs.set(key, shared)
    return shared
  }
  const begin = (key: string, shared: Shared<Result>, run: () => Promise<Result>): Promise<Result> => {
    shared.result = run().finally(() => jobs.delete(key))
    shared.begun.abort()
    return shared.result
  }
  const attempt = async (key: string, asked: SharedJob<Result>): Promise<Joined<Result> | null> => {
    const shared = jobs.get(key) ?? open(key)
    if (shared.result !== null) return join(shared.result, isOfOneClient)
    const { client, source, leaving } = asked
    const begun = shared.begun.signal
    const signal = leaving === undefined ? begun : AbortSignal.any([begun, leaving])
    const run = async () => {
      if (shared.result !== null) return join(shared.result, isOfOneClient)
      asked.admit()
      return { result: await begin(key, shared, asked.run) }
    }
    shared.waiting += 1
    try {
      return await queue.add(client, run, { source, signal })
    } catch (error) {
      if (shared.result !== null && error === begun.reason) return await join(shared.result, isOfOneClient)
      throw error
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0 && shared.result === null) jobs.delete(key)
    }
  }
  return {
    async once(key, asked) {
      let done = await attempt(key, asked)
      while (done === null) done = await attempt(key, asked)
      return done.result
    },
    async alone(key, { client, source, admit, run }) {
      const begun = jobs.get(key)?.result ?? null
      const joined = begun === null ? null : await join(begun, isOfOneClient)
      if (joined !== null) return joined.result
      const own = async () => {
        admit()
        return run()
      }
      return queue.add(client, own, { source })
    },
  }
}
