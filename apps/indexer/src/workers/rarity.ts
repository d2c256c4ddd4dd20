import { createProcessPool, WorkerProcessError } from '@opal/chain/web/process-pool'
import type { Store } from '@opal/store/driver/connection'
import { failRanking, readNextRanking } from '@opal/store/projections/rarity/worker'
import type { Logger } from 'pino'
import { startBackgroundWork } from './background-work.ts'
import type { RankAnswer, RankJob } from './rank-program.ts'

/** Limits of a collection's ranking; the largest honest ones take seconds and hundreds of megabytes. */
export const RANK_LIMITS = { heapMb: 768, timeoutMs: 180_000 } as const
export type RankLimits = Readonly<Record<keyof typeof RANK_LIMITS, number>>

/** The collection itself is at fault: ranking it takes too much time or memory, or its ranks cannot be stored. */
class RankingFailedError extends Error {}

/** Ranks collections in a process of its own. */
export interface RankProcess extends Disposable {
  /**
   * @returns false when another worker is ranking.
   * @throws RankingFailedError, and Error when the database cannot be asked.
   */
  rank(collectionId: string): Promise<boolean>
}

/**
 * Creates a process that ranks one collection at a time, with bounds on time and memory: a hostile collection cannot exhaust the
 * indexer's memory or end its process.
 */
function createRankProcess(databaseUrl: string, { heapMb, timeoutMs }: RankLimits = RANK_LIMITS): RankProcess {
  const pool = createProcessPool<RankJob, RankAnswer>({
    program: new URL('rank-program.ts', import.meta.url),
    size: 1,
    heapMb,
    inheritsEnvironment: true,
  })
  return {
    async rank(collectionId) {
      const answer = await pool.run({ databaseUrl, collectionId, timeoutMs }, timeoutMs).catch((error: unknown) => {
        // A process that did not start says nothing about the collection.
        const isOfCollection = error instanceof WorkerProcessError && !error.retryable
        throw isOfCollection ? new RankingFailedError(`ranking failed: ${error.message}`, { cause: error }) : error
      })
      if ('ranked' in answer) return answer.ranked
      throw answer.isOfCollection ? new RankingFailedError(answer.fault) : new Error(answer.fault)
    },
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  }
}

/** Rankings shorter than this do not delay the next one of the collection. */
const LONG_MS = 5_000
/** Multiple of its last ranking's duration for which a collection waits: it bounds its share of the worker. */
const REST = 20
const MAX_REST_MS = 60 * 60_000

/** Collections whose next ranking is delayed. */
export interface RankingRests {
  /** Returns the collections that are not to be ranked now. */
  readonly resting: () => readonly string[]
  readonly ranked: (collectionId: string, tookMs: number) => void
}

/**
 * Lets a collection that takes long to rank be ranked again only after a multiple of that time, however often its documents change.
 * @param now milliseconds.
 */
export function createRankingRests(now: () => number = () => performance.now()): RankingRests {
  const untilMs = new Map<string, number>()
  return {
    resting() {
      for (const [id, until] of untilMs) if (until <= now()) untilMs.delete(id)
      return [...untilMs.keys()]
    },
    ranked(collectionId, tookMs) {
      if (tookMs >= LONG_MS) untilMs.set(collectionId, now() + Math.min(tookMs * REST, MAX_REST_MS))
    },
  }
}

interface RarityWorkerOptions {
  readonly store: Store
  /** Address of the same store, for the process that ranks. */
  readonly databaseUrl: string
  readonly log: Logger
  readonly limits?: RankLimits
}

/**
 * Ranks queued collections one at a time in a process of its own, using at most a fifth of a core and of a connection. A collection that fails
 * twice becomes a dead letter and stays unranked; one that takes long is ranked again only after others had their turn. Disposing ends a
 * ranking, which stays queued.
 */
export function startRarityWorker({
  store,
  databaseUrl,
  log,
  limits = RANK_LIMITS,
}: RarityWorkerOptions): AsyncDisposable {
  const ranker = createRankProcess(databaseUrl, limits)
  const rests = createRankingRests()
  let isEnding = false
  const rank = async (collectionId: string): Promise<boolean> => {
    try {
      return await ranker.rank(collectionId)
    } catch (error) {
      if (!(error instanceof RankingFailedError)) throw error
      // It was killed with the indexer, which is no fault of the collection.
      if (isEnding) return false
      log.warn({ collectionId, reason: error.message }, 'a collection could not be ranked')
      await failRanking(store.db, collectionId, error.message)
      return true
    }
  }
  const worker = startBackgroundWork({
    next: async () => {
      const collectionId = await readNextRanking(store.db, rests.resting())
      if (collectionId === null) return false
      const began = performance.now()
      const isRanked = await rank(collectionId)
      rests.ranked(collectionId, performance.now() - began)
      return isRanked
    },
    idleMs: 500,
    rest: 4,
    interrupted: 'ranking was interrupted',
    log,
  })
  return {
    async [Symbol.asyncDispose]() {
      isEnding = true
      const ended = worker[Symbol.asyncDispose]()
      ranker[Symbol.dispose]()
      await ended
    },
  }
}
