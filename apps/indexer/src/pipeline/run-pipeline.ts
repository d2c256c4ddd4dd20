import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { boundLog } from '@opal/runtime/bounded-log'
import { tracedWork } from '@opal/runtime/tracing'
import { hasSkippedStop } from '@opal/store/accounts/indexer-requests'
import type { Store } from '@opal/store/driver/connection'
import { withLease } from '@opal/store/driver/lease'
import { WrongChainError } from '@opal/store/errors'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { countUnwritten } from '@opal/store/queries/indexer-state'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../config.ts'
import type { Progress } from '../status/progress.ts'
import { writePast } from './backfill/write-past.ts'
import type { IndexContext } from './batches/index-batch.ts'
import { logLeftOut } from './batches/log-left-out.ts'
import { writeInParts } from './batches/write-in-parts.ts'
import { WriteQueue } from './batches/write-queue.ts'
import { rebuildIfDue } from './derive/rebuild.ts'
import { resumeStopped } from './derive/resume-stopped.ts'
import { leaseName, openContext } from './open-context.ts'
import { settleDue } from './settling/settle-due.ts'
import { followSettlingTime, type SettlingTime } from './settling/settling-time.ts'
import type { PreparedBatch } from './stream/prepare-batch.ts'
import { createHeadReader, readStream } from './stream/read-stream.ts'
import { reportStream } from './stream/report-stream.ts'
import { takeBatches } from './stream/take-batches.ts'

export interface PipelineOptions {
  readonly config: IndexerConfig
  readonly store: Store
  readonly progress: Progress
  readonly log: Logger
  readonly signal: AbortSignal
}

/**
 * Waits for the lease, then follows the chain from the checkpoint until the signal, or until an operator had an event passed
 * over: then the caller runs it again. Everything is written on the connection that holds the lease.
 * @throws errors that waiting does not resolve: WrongChainError, StreamGapError, StreamRefusedError; and database errors.
 */
export async function runPipeline({ config, store, progress, log, signal }: PipelineOptions): Promise<void> {
  await withLease(
    store.db,
    {
      name: leaseName(),
      signal,
      onWaiting: () => {
        progress.standingBy()
        log.info('another indexer holds the lease; standing by')
      },
    },
    async (db) => {
      progress.preparing()
      const marketplaces = contractsOf(config.network, config.contracts)
      const context = await openContext(db, marketplaces, config.chainId, config.scope, config.aggregator)
      await rebuildIfDue(context, log, signal)
      const ids = marketplaces.map(({ adapter }) => adapter.id)
      progress.marketplaces(ids, await readStoredStops(db))
      await resumeStopped(context, log, {
        signal,
        onResume: (marketplace, nextVersion) => progress.resuming(marketplace, nextVersion),
      })
      progress.marketplaces(ids, await readStoredStops(db))
      await follow(context, { config, progress, log, signal })
    },
  )
}

type FollowOptions = Omit<PipelineOptions, 'store'>

async function follow(context: IndexContext, options: FollowOptions): Promise<void> {
  const { config, progress, log, signal } = options
  // Anyone can cause a log line by a transaction.
  const bounded = boundLog(log)
  const askHead = createHeadReader(config, log)
  const past = await readStart(context, config)
  await writePast(context, {
    config,
    stream: streamOptions(options, past.fromVersion),
    askHead,
    progress,
    log: bounded,
  })
  progress.unwritten(await countUnwritten(context))
  const { fromVersion, writtenMicros } = await readStart(context, config)
  const ending = new AbortController()
  const end = () => ending.abort()
  const stream = streamOptions({ ...options, signal: AbortSignal.any([signal, ending.signal]) }, fromVersion)
  log.info({ fromVersion: String(fromVersion), stream: stream.address }, 'following the chain')
  progress.begin(fromVersion, writtenMicros)
  // One batch is written while the next is taken, skimmed and parsed; expiry is settled between batches.
  const writes = new WriteQueue(end)
  using time = followSettlingTime(config, log)
  const passTime = async () => {
    await settleDue(context, { progress, log: bounded, nowMicros: time.now() })
    // Restarts the pipeline, which begins by resuming the marketplace whose stop the operator has skipped.
    if (context.stopped.size > 0 && (await hasSkippedStop(context.db))) end()
  }
  const clock = setInterval(() => writes.add(passTime), 1_000)
  try {
    const messages = readStream({
      stream,
      backfill: config.stream.backfill,
      askHead,
      wanted: context.wanted,
      progress,
      log,
    })
    for await (const batch of takeBatches(messages, () => writes.drained(), end)) {
      if (signal.aborted) break
      writes.add(() => writeNext(context, batch, { progress, log: bounded, time }))
    }
  } finally {
    // No write may run once the lease is released. The error of a write explains more than that of the stream it ended.
    clearInterval(clock)
    await writes.drained()
  }
}

/** The place to continue from. */
interface Start {
  readonly fromVersion: bigint
  /** Time of the newest written transaction, microseconds; null for none. */
  readonly writtenMicros: bigint | null
}

/** @throws WrongChainError when the database is of another chain */
async function readStart({ db, stream }: IndexContext, config: IndexerConfig): Promise<Start> {
  const checkpoint = await readCheckpoint(db, stream)
  if (checkpoint === null) return { fromVersion: config.stream.startVersion, writtenMicros: null }
  if (checkpoint.chain_id !== config.chainId) throw new WrongChainError(stream, checkpoint.chain_id, config.chainId)
  return { fromVersion: checkpoint.next_version, writtenMicros: checkpoint.last_timestamp_micros }
}

function streamOptions({ config, progress, log, signal }: FollowOptions, fromVersion: bigint): StreamOptions {
  const { address, tls, apiKey, silenceMs } = config.stream
  const { chainId } = config
  return { address, tls, apiKey, fromVersion, chainId, silenceMs, signal, ...reportStream(progress, log) }
}

async function writeNext(
  context: IndexContext,
  batch: PreparedBatch,
  { progress, log, time }: Pick<FollowOptions, 'progress' | 'log'> & { readonly time: SettlingTime },
): Promise<void> {
  const began = performance.now()
  const about = () => ({
    'opal.next_version': String(batch.nextVersion),
    'opal.transactions': String(batch.transactions.length),
  })
  const report = await tracedWork('index batch', about, () => writeInParts(context, batch))
  progress.wrote((performance.now() - began) / 1_000)
  progress.advance(report)
  time.observe(report.lastTimestampMicros)
  logLeftOut(log, report)
}
