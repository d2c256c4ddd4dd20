import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { hasSkippedStop } from '@opal/store/accounts/indexer-requests'
import type { Database, Store } from '@opal/store/driver/connection'
import { withLease } from '@opal/store/driver/lease'
import { WrongChainError } from '@opal/store/errors'
import { settleTime } from '@opal/store/ingest/stats/settle-time'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../config.ts'
import type { Progress } from '../status/progress.ts'
import { type IndexContext, writeBatch } from './index-batch.ts'
import { leaseName, openContext } from './open-context.ts'
import type { PreparedBatch } from './prepare-batch.ts'
import { createHeadReader, readStream } from './read-stream.ts'
import { rebuildIfDue } from './rebuild.ts'
import { resumeStopped } from './resume-stopped.ts'
import { takeBatches } from './take-batches.ts'

export interface PipelineOptions {
  readonly config: IndexerConfig
  readonly store: Store
  readonly progress: Progress
  readonly log: Logger
  readonly signal: AbortSignal
}

/**
 * Waits for the lease, then follows the chain from the checkpoint until the signal, or until an operator had an event passed
 * over: then it is to be run again. Everything is written on the connection
 * that holds the lease.
 * @throws what cannot be helped by waiting: WrongChainError, StreamGapError, StreamRefusedError; and database errors.
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
      const marketplaces = contractsOf(config.network, config.contracts)
      const context = await openContext(db, marketplaces, config.chainId, config.scope, aggregatorOn(config.network))
      await rebuildIfDue(context, log)
      const ids = marketplaces.map(({ adapter }) => adapter.id)
      progress.marketplaces(ids, await readStoredStops(db))
      await resumeStopped(context, log, {
        signal,
        onResume: (marketplace, nextVersion) => progress.resuming(marketplace, nextVersion),
      })
      progress.marketplaces(ids, await readStoredStops(db))
      await follow(context, { config, store, progress, log, signal })
    },
  )
}

async function follow(context: IndexContext, { config, progress, log, signal }: PipelineOptions): Promise<void> {
  const checkpoint = await readCheckpoint(context.db, context.stream)
  if (checkpoint !== null && checkpoint.chain_id !== config.chainId)
    throw new WrongChainError(context.stream, checkpoint.chain_id, config.chainId)
  const fromVersion = checkpoint?.next_version ?? config.stream.startVersion
  const ending = new AbortController()
  const options: StreamOptions = {
    address: config.stream.address,
    tls: config.stream.tls,
    apiKey: config.stream.apiKey,
    fromVersion,
    chainId: config.chainId,
    silenceMs: config.stream.silenceMs,
    signal: AbortSignal.any([signal, ending.signal]),
    onLost: (lost, version, waitMs) => {
      progress.lost(lost)
      log.warn({ code: lost.code, version: String(version), waitMs }, lost.message)
    },
    onAccepted: () => progress.accepted(),
    onSilent: () => progress.silent(),
    onRepeated: (count, version) => {
      progress.repeated(count)
      log.warn({ count, version: String(version) }, 'the stream repeated transactions; they were dropped')
    },
  }
  log.info({ fromVersion: String(fromVersion), stream: options.address }, 'following the chain')
  progress.begin(fromVersion)
  const write = async (batch: PreparedBatch) => {
    const began = performance.now()
    const report = await writeBatch(context, batch, true)
    progress.wrote((performance.now() - began) / 1_000)
    progress.advance(report)
    for (const stop of report.newStops) log.error({ ...stop, version: String(stop.version) }, 'marketplace stopped')
    for (const unread of report.unread) log.error({ ...unread, version: String(unread.version) }, 'state not read')
  }
  // One batch is written while the next is taken, skimmed and parsed; time passes between batches.
  let writing = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    writing = writing.then(work)
    writing.catch(() => ending.abort())
  }
  const clock = everySecond(() =>
    next(async () => {
      await settle(context.db)
      // Ends this run: the next begins with what the operator had passed over.
      if (context.stopped.size > 0 && (await hasSkippedStop(context.db))) ending.abort()
    }),
  )
  try {
    const messages = readStream({
      stream: options,
      backfill: config.stream.backfill,
      askHead: createHeadReader(config, log),
      wanted: context.wanted,
      progress,
      log,
    })
    for await (const batch of takeBatches(
      messages,
      () => writing,
      () => ending.abort(),
    )) {
      if (signal.aborted) break
      next(() => write(batch))
    }
  } finally {
    // Nothing may go on writing when the lease is given back; what a write met says more than the stream that it ended.
    clock[Symbol.dispose]()
    await writing
  }
}

/** Offers expire also while nothing happens on the chain. */
async function settle(db: Database): Promise<void> {
  await settleTime(db, BigInt(Date.now()) * 1_000n)
}

function everySecond(work: () => void): Disposable {
  const timer = setInterval(work, 1_000)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
