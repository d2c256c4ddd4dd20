import { readConfig } from '@opal/indexer/config'
import type { IndexedReport } from '@opal/indexer/pipeline/index-batch'
import { runPipeline } from '@opal/indexer/pipeline/run-pipeline'
import { Progress } from '@opal/indexer/status/progress'
import type { Store } from '@opal/store/connect'
import { pino } from 'pino'

/** Tells when a version has become readable. */
class WatchedProgress extends Progress {
  #next = 0n
  readonly #waiting = new Set<() => void>()

  override advance(report: IndexedReport): void {
    super.advance(report)
    this.#next = report.nextVersion
    for (const wake of this.#waiting) wake()
  }

  async reach(nextVersion: bigint): Promise<void> {
    while (this.#next < nextVersion) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.add(resolve)
      await promise
      this.#waiting.delete(resolve)
    }
  }
}

/** The indexer's pipeline as it runs in production, in this process. Disposing stops it. */
export interface Follower extends AsyncDisposable {
  /** Resolves when everything before a version is committed. @throws what the pipeline failed with. */
  reach(nextVersion: bigint): Promise<void>
}

/** Follows a localnet's stream into a database, with the scope that mainnet has by default. */
export function follow(store: Store, address: string): Follower {
  const progress = new WatchedProgress()
  const stopping = new AbortController()
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: store.connectionString,
    STREAM_ADDRESS: address,
    INDEX_FUNGIBLE_ASSETS: 'none',
    INDEX_OBJECTS: 'tokens',
  })
  const ended = runPipeline({ config, store, progress, log: pino({ level: 'silent' }), signal: stopping.signal })
  ended.catch(() => undefined)
  const failed = ended.then(() => {
    throw new Error('the indexer ended before it was asked to')
  })
  failed.catch(() => undefined)
  return {
    reach: (nextVersion) => Promise.race([progress.reach(nextVersion), failed]),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
