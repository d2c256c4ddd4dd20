import { openObjectFolder } from '@opal/runtime/objects/object-folder'
import { startTracing } from '@opal/runtime/tracing'
import { connect, type Store } from '@opal/store/driver/connection'
import { migrate } from '@opal/store/migrate'
import { countMedia } from '@opal/store/queries/indexer-state'
import { type Logger, pino } from 'pino'
import type { IndexerConfig } from './config.ts'
import { startSnapshots } from './maintenance/snapshot/nightly-snapshots.ts'
import { keepRunning } from './pipeline/keep-running.ts'
import { runPipeline } from './pipeline/run-pipeline.ts'
import { Progress } from './status/progress.ts'
import { startStatusServer } from './status/status-server.ts'
import { watchIdleChain } from './status/watch-idle-chain.ts'
import { startMetadataFetcher } from './workers/metadata/metadata-fetcher.ts'
import { startSkeletonWorker } from './workers/name-skeletons.ts'
import { startRarityWorker } from './workers/rarity.ts'
import { startListItemWorker } from './workers/token-list-items.ts'

const STATUS_EVERY_MS = 10_000
/** Silence after which a server counts as frozen. Statements of a rebuild take longer than that. */
const FROZEN_AFTER_MS = 10_000
/** Longest silence inside a transaction, as of the holder of the lease: the next indexer waits for the locks of a frozen one. */
const IDLE_TRANSACTION_MS = 6_000

/** A running indexer. Disposing it finishes the batch in hand. */
export interface Indexer extends AsyncDisposable {
  /** Address of /healthz and /metrics; null when not asked for. */
  readonly statusUrl: string | null
  /** Rejects with what cannot be helped by trying again; resolves when disposed. */
  readonly ended: Promise<void>
}

/**
 * Migrates the database and begins to follow the chain, and to fetch metadata. The status is served before, since a migration may take
 * longer than a supervisor waits for a sign of life.
 * @param signal ends a migration, as what is returned does not do yet.
 * @throws when the database cannot be reached or migrated, or is not safe to write to, or the status port is taken. The reason of the signal.
 */
export async function start(
  config: IndexerConfig,
  log: Logger = pino({ level: config.logLevel }),
  signal?: AbortSignal,
): Promise<Indexer> {
  await using stack = new AsyncDisposableStack()
  const progress = new Progress()
  const status = config.status === null ? null : stack.use(await startStatusServer(config.status, progress))
  log.info('migrating the database')
  const migrated = await migrate(config.databaseUrl, {
    onBlocked: (migration, open) => log.warn({ migration, open }, 'a migration waits for locks and is tried again'),
    ...(signal && { signal }),
  })
  if (migrated.length > 0) log.info({ migrations: migrated }, 'migrated the database')
  if (config.tracing !== null) stack.use(await startTracing('opal-indexer', config.tracing))
  const store = stack.use(
    connect({
      connectionString: config.databaseUrl,
      applicationName: 'opal-indexer',
      workload: 'writer',
      frozenAfterMs: FROZEN_AFTER_MS,
      idleTransactionMs: IDLE_TRANSACTION_MS,
      onError: (error) => log.warn({ error: error.message }, 'lost a database connection'),
    }),
  )
  const onFetched = (...attempt: Parameters<Progress['fetched']>) => progress.fetched(...attempt)
  stack.use(startMetadataFetcher({ store, config: config.media, log, onFetched }))
  stack.use(startRarityWorker({ store, databaseUrl: config.databaseUrl, log }))
  stack.use(startListItemWorker({ store, log }))
  stack.use(startSkeletonWorker({ store, log }))
  if (config.snapshots !== null) {
    const { place, ...schedule } = config.snapshots
    const folder = await openObjectFolder(place, config.s3)
    const isAtHead = () => progress.isAtHead()
    stack.use(startSnapshots({ store, schedule: { ...schedule, folder }, isAtHead, log }))
  }
  stack.use(watchIdleChain(config, progress, log))
  const stopping = new AbortController()
  const options = { config, store, progress, log, signal: stopping.signal }
  const ended = keepRunning(() => runPipeline(options), options)
  ended.catch(() => undefined)
  const statusTimer = setInterval(() => void logStatus(store, progress, log), STATUS_EVERY_MS)
  const owned = stack.move()
  return {
    statusUrl: status?.url ?? null,
    ended,
    async [Symbol.asyncDispose]() {
      clearInterval(statusTimer)
      stopping.abort()
      await ended.catch(() => undefined)
      await owned.disposeAsync()
    },
  }
}

/** The status line, with a look at the queues of media first. */
async function logStatus(store: Store, progress: Progress, log: Logger): Promise<void> {
  await countMedia(store).then(
    (counts) => progress.media(counts),
    (error: unknown) => log.debug({ err: error }, 'the queues of media could not be counted'),
  )
  log.info(progress.health(), 'status')
}
