import type { IndexedReport } from '@opal/indexer/pipeline/batches/index-batch'
import { runPipeline } from '@opal/indexer/pipeline/run-pipeline'
import { Progress } from '@opal/indexer/status/progress'
import type { Store } from '@opal/store/driver/connection'
import { pino } from 'pino'
import { indexerConfig } from './indexer-config.ts'

/** Records when transactions were received, and when a version became readable. */
class WatchedProgress extends Progress {
  #receivedNanos: bigint | null = null
  #next = 0n
  readonly #waiting = new Set<() => void>()

  override took(transactions: number): void {
    this.#receivedNanos ??= process.hrtime.bigint()
    super.took(transactions)
  }

  takeReceivedNanos(): bigint | null {
    const at = this.#receivedNanos
    this.#receivedNanos = null
    return at
  }

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
  /** Resolves when everything before a version is committed. @throws the pipeline's error */
  reach(nextVersion: bigint): Promise<void>
  /** Returns the time at which the first transactions since the last call arrived, by `process.hrtime`; null when none did. */
  takeReceivedNanos(): bigint | null
}

/**
 * Follows a localnet's stream into a database, with the scope that mainnet has by default.
 * @param more variables of its environment.
 */
export function follow(store: Store, address: string, more: Readonly<Record<string, string>> = {}): Follower {
  const progress = new WatchedProgress()
  const stopping = new AbortController()
  const config = indexerConfig(store, address, more)
  const ended = runPipeline({ config, store, progress, log: pino({ level: 'silent' }), signal: stopping.signal })
  ended.catch(() => undefined)
  const failed = ended.then(() => {
    throw new Error('the indexer ended before it was asked to')
  })
  failed.catch(() => undefined)
  return {
    reach: (nextVersion) => Promise.race([progress.reach(nextVersion), failed]),
    takeReceivedNanos: () => progress.takeReceivedNanos(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
