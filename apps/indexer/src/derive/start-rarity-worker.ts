import type { Store } from '@opal/store/connect'
import { failRanking, readNextRanking } from '@opal/store/write/refresh-rarity'
import type { Logger } from 'pino'
import { createApartRanker, RANK_LIMITS, RankingFailedError, type RankLimits } from './rank-apart.ts'
import { workBeside } from './work-beside.ts'

interface RarityWorkerOptions {
  readonly store: Store
  /** Of the same store, for the process that ranks. */
  readonly databaseUrl: string
  readonly log: Logger
  readonly limits?: RankLimits
}

/**
 * Ranks queued collections one at a time in a process of its own, using at most a fifth of a core and of a connection. One that fails
 * twice is a dead letter, and left unranked.
 */
export function startRarityWorker({
  store,
  databaseUrl,
  log,
  limits = RANK_LIMITS,
}: RarityWorkerOptions): AsyncDisposable {
  const ranker = createApartRanker(databaseUrl, limits)
  const rank = async (collectionId: string): Promise<boolean> => {
    try {
      return await ranker.rank(collectionId)
    } catch (error) {
      if (!(error instanceof RankingFailedError)) throw error
      log.warn({ collectionId, reason: error.message }, 'a collection could not be ranked')
      await failRanking(store.db, collectionId, error.message)
      return true
    }
  }
  const worker = workBeside({
    next: async () => {
      const collectionId = await readNextRanking(store.db)
      return collectionId !== null && rank(collectionId)
    },
    idleMs: 500,
    rest: 4,
    interrupted: 'ranking was interrupted',
    log,
  })
  return {
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]()
      ranker[Symbol.dispose]()
    },
  }
}
