import { setTimeout as wait } from 'node:timers/promises'
import { MarketError } from '@opal/domain/errors/base'
import { connect, type Store } from '@opal/store/connect'
import { migrate } from '@opal/store/migrate'
import { countMedia } from '@opal/store/read/read-media-failures'
import { type Logger, pino } from 'pino'
import type { IndexerConfig } from './config.ts'
import { startCardWorker } from './derive/start-card-worker.ts'
import { startRarityWorker } from './derive/start-rarity-worker.ts'
import { startMetadataFetcher } from './media/start-metadata-fetcher.ts'
import { type PipelineOptions, runPipeline } from './pipeline/run-pipeline.ts'
import { startSnapshots } from './snapshot/start-snapshots.ts'
import { Progress } from './status/progress.ts'
import { startStatusServer } from './status/status-server.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 15_000
const STATUS_EVERY_MS = 10_000

/** A running indexer. Disposing it finishes the batch in hand. */
export interface Indexer extends AsyncDisposable {
  /** Address of /healthz and /metrics; null when not asked for. */
  readonly statusUrl: string | null
  /** Rejects with what cannot be helped by trying again; resolves when disposed. */
  readonly ended: Promise<void>
}

/**
 * Migrates the database and begins to follow the chain, and to fetch metadata.
 * @throws when the database cannot be reached or migrated, or the status port is taken.
 */
export async function start(config: IndexerConfig, log: Logger = pino({ level: config.logLevel })): Promise<Indexer> {
  const migrated = await migrate(config.databaseUrl)
  if (migrated.length > 0) log.info({ migrations: migrated }, 'migrated the database')
  await using stack = new AsyncDisposableStack()
  const store = stack.use(
    connect({
      connectionString: config.databaseUrl,
      applicationName: 'opal-indexer',
      prepare: true,
      onError: (error) => log.warn({ error: error.message }, 'lost a database connection'),
    }),
  )
  const progress = new Progress()
  const status = config.status === null ? null : stack.use(await startStatusServer(config.status, progress))
  stack.use(startMetadataFetcher({ store, config: config.media, log }))
  stack.use(startRarityWorker({ store, databaseUrl: config.databaseUrl, log }))
  stack.use(startCardWorker({ store, log }))
  if (config.snapshots !== null) stack.use(startSnapshots({ store, schedule: config.snapshots, log }))
  const stopping = new AbortController()
  const ended = keepRunning({ config, store, progress, log, signal: stopping.signal })
  ended.catch(() => undefined)
  const line = setInterval(() => void tell(store, progress, log), STATUS_EVERY_MS)
  const owned = stack.move()
  return {
    statusUrl: status?.url ?? null,
    ended,
    async [Symbol.asyncDispose]() {
      clearInterval(line)
      stopping.abort()
      await ended.catch(() => undefined)
      await owned.disposeAsync()
    },
  }
}

/** The status line, with a look at the queues of media first. */
async function tell(store: Store, progress: Progress, log: Logger): Promise<void> {
  await countMedia(store).then(
    (counts) => progress.media(counts),
    (error: unknown) => log.debug({ err: error }, 'the queues of media could not be counted'),
  )
  log.info(progress.health(), 'status')
}

/** Runs the pipeline again after whatever may pass, such as a database that restarts. */
async function keepRunning(options: PipelineOptions): Promise<void> {
  const { log, signal, progress } = options
  let retryMs = FIRST_RETRY_MS
  while (!signal.aborted) {
    const before = progress.health().nextVersion
    try {
      await runPipeline(options)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof MarketError && !error.retryable) {
        progress.failed(error)
        throw error
      }
      progress.interrupted(error)
      if (progress.health().nextVersion !== before) retryMs = FIRST_RETRY_MS
      log.warn({ err: error, retryMs }, 'indexing was interrupted')
      await wait(retryMs, undefined, { signal }).catch(() => undefined)
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    }
  }
}
