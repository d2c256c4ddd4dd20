import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Store } from '@opal/store/driver/connection'
import { failRanking, readNextRanking } from '@opal/store/projections/rarity/worker'
import type { Logger } from 'pino'
import { startBackgroundWork } from './background-work.ts'
import type { RankAnswer, RankJob } from './rank-program.ts'

const PROGRAM = fileURLToPath(new URL('./rank-program.ts', import.meta.url))
/** Limits of a collection's ranking; the largest honest ones take seconds and hundreds of megabytes. */
export const RANK_LIMITS = { heapMb: 768, timeoutMs: 180_000 } as const
export type RankLimits = Readonly<Record<keyof typeof RANK_LIMITS, number>>

/** The collection itself is at fault: ranking it takes too much time or memory, or its ranks cannot be stored. */
export class RankingFailedError extends Error {}

/** Ranks collections in a process of its own. */
export interface RankProcess extends Disposable {
  /**
   * @returns false when another worker is ranking.
   * @throws RankingFailedError, and Error when the database cannot be asked.
   */
  rank(collectionId: string): Promise<boolean>
}

/**
 * One collection at a time, in a process with a bound on its memory, which is killed when one takes too long: a collection that is
 * made to be a burden costs neither the indexer's memory nor its life.
 */
export function createRankProcess(databaseUrl: string, limits: RankLimits = RANK_LIMITS): RankProcess {
  let running: ChildProcess | null = null
  const drop = () => {
    running?.kill('SIGKILL')
    running = null
  }
  const open = () => {
    running ??= start(limits.heapMb, () => {
      running = null
    })
    return running
  }
  return {
    rank: (collectionId) => ask(open(), { databaseUrl, collectionId }, { timeoutMs: limits.timeoutMs, drop }),
    [Symbol.dispose]: drop,
  }
}

function start(heapMb: number, onEnd: () => void): ChildProcess {
  const program = fork(PROGRAM, [], { execArgv: [`--max-old-space-size=${heapMb}`], stdio: 'ignore' })
  program.unref()
  program.channel?.unref()
  return program.once('exit', onEnd).on('error', onEnd)
}

async function ask(
  program: ChildProcess,
  job: RankJob,
  { timeoutMs, drop }: { readonly timeoutMs: number; readonly drop: () => void },
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<RankAnswer>()
  const ended = () => reject(new RankingFailedError('ranking it ended the program, which has a bound on its memory'))
  const timer = setTimeout(() => {
    drop()
    reject(new RankingFailedError('ranking it takes too long'))
  }, timeoutMs)
  program.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    program.send(job, (error) => error !== null && reject(error))
    const answer = await promise
    if ('ranked' in answer) return answer.ranked
    throw answer.isOfCollection ? new RankingFailedError(answer.fault) : new Error(answer.fault)
  } finally {
    clearTimeout(timer)
    program.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

/** Shorter rankings are not held back: what others wait for them is little. */
const LONG_MS = 5_000
/** A collection waits so many times as long as its last ranking took: the share of the worker that it can have. */
const REST = 20
const MAX_REST_MS = 60 * 60_000

/** Which collections wait for others' turns. */
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
  /** Of the same store, for the process that ranks. */
  readonly databaseUrl: string
  readonly log: Logger
  readonly limits?: RankLimits
}

/**
 * Ranks queued collections one at a time in a process of its own, using at most a fifth of a core and of a connection. One that fails
 * twice is a dead letter, and left unranked; one that takes long gives others their turn before it is ranked again.
 */
export function startRarityWorker({
  store,
  databaseUrl,
  log,
  limits = RANK_LIMITS,
}: RarityWorkerOptions): AsyncDisposable {
  const ranker = createRankProcess(databaseUrl, limits)
  const rests = createRankingRests()
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
      await worker[Symbol.asyncDispose]()
      ranker[Symbol.dispose]()
    },
  }
}
