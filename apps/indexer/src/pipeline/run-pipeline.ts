import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { boundLog } from '@opal/runtime/bounded-log'
import { tracedWork } from '@opal/runtime/tracing'
import { hasSkippedStop } from '@opal/store/accounts/indexer-requests'
import type { Store } from '@opal/store/driver/connection'
import { isUnwritable } from '@opal/store/driver/faults'
import { withLease } from '@opal/store/driver/lease'
import { WrongChainError } from '@opal/store/errors'
import { despiteRefusals } from '@opal/store/ingest/despite-refusals'
import { settleDuePoints } from '@opal/store/ingest/points/settle-points'
import { settleBidders } from '@opal/store/ingest/stats/settle-bidders'
import { settleTime } from '@opal/store/ingest/stats/settle-time'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { countUnwritten } from '@opal/store/queries/indexer-state'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../config.ts'
import type { Progress } from '../status/progress.ts'
import { writePast } from './backfill/write-past.ts'
import type { IndexContext } from './index-batch.ts'
import { logLeftOut, stackOf } from './log-left-out.ts'
import { leaseName, openContext } from './open-context.ts'
import type { PreparedBatch } from './prepare-batch.ts'
import { createHeadReader, readStream } from './read-stream.ts'
import { rebuildIfDue } from './rebuild.ts'
import { resumeStopped } from './resume-stopped.ts'
import { takeBatches } from './take-batches.ts'
import { writeInParts } from './write-in-parts.ts'
import { WriteQueue } from './write-queue.ts'

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
 * @throws errors that waiting does not mend: WrongChainError, StreamGapError, StreamRefusedError; and database errors.
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
  // Anyone can have as many lines as transactions.
  const bounded = boundLog(log)
  const askHead = createHeadReader(config, log)
  const pastFrom = await readStartVersion(context, config)
  await writePast(context, { config, stream: streamOptions(options, pastFrom), askHead, progress, log: bounded })
  progress.unwritten(await countUnwritten(context))
  const fromVersion = await readStartVersion(context, config)
  const ending = new AbortController()
  const end = () => ending.abort()
  const stream = streamOptions({ ...options, signal: AbortSignal.any([signal, ending.signal]) }, fromVersion)
  log.info({ fromVersion: String(fromVersion), stream: stream.address }, 'following the chain')
  progress.begin(fromVersion)
  // One batch is written while the next is taken, skimmed and parsed; time passes between batches.
  const writes = new WriteQueue(end)
  const passTime = async () => {
    await settle(context, progress, bounded)
    // Ends this run: the next begins with what the operator had passed over.
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
      writes.add(() => writeNext(context, batch, { progress, log: bounded }))
    }
  } finally {
    // No write may run once the lease is released. The error of a write explains more than that of the stream it ended.
    clearInterval(clock)
    await writes.drained()
  }
}

/** Time in each second that goes into each kind of work that many orders of one party make, in milliseconds: batches wait for it. */
const PARTS_MS = 100
/**
 * Offers of each kind that begin or cease to count in a second, of bidders with many. Each may be on a collection of its own, whose change is
 * a message to every page that lists collections, and a deposit and a withdrawal in turn change a thousand again and again.
 */
const OFFERS_PER_SECOND = 50

/** Does what time and parts of the work that batches leave make due. What of it cannot be written holds up no batch. */
async function settle({ db }: IndexContext, progress: Progress, log: Logger): Promise<void> {
  try {
    await despiteRefusals([
      // Offers expire also while nothing happens on the chain.
      () =>
        settleTime(db, BigInt(Date.now()) * 1_000n, (order, error) => {
          progress.refused()
          log.error({ ...order, stack: stackOf(error) }, 'order not settled')
        }),
      () => settleBidders(db, { offers: OFFERS_PER_SECOND, ms: PARTS_MS }),
      () => settleDuePoints(db, PARTS_MS),
    ])
  } catch (error) {
    if (!isUnwritable(error)) throw error
    progress.refused()
    log.error({ err: error }, 'what time or earlier batches have made due cannot be written')
  }
}

/** Returns where to go on. @throws WrongChainError when the database is of another chain */
async function readStartVersion({ db, stream }: IndexContext, config: IndexerConfig): Promise<bigint> {
  const checkpoint = await readCheckpoint(db, stream)
  if (checkpoint !== null && checkpoint.chain_id !== config.chainId)
    throw new WrongChainError(stream, checkpoint.chain_id, config.chainId)
  return checkpoint?.next_version ?? config.stream.startVersion
}

function streamOptions({ config, progress, log, signal }: FollowOptions, fromVersion: bigint): StreamOptions {
  const { address, tls, apiKey, silenceMs } = config.stream
  return {
    address,
    tls,
    apiKey,
    fromVersion,
    chainId: config.chainId,
    silenceMs,
    signal,
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
}

async function writeNext(
  context: IndexContext,
  batch: PreparedBatch,
  { progress, log }: Pick<FollowOptions, 'progress' | 'log'>,
): Promise<void> {
  const began = performance.now()
  const about = () => ({
    'opal.next_version': String(batch.nextVersion),
    'opal.transactions': String(batch.transactions.length),
  })
  const report = await tracedWork('index batch', about, () => writeInParts(context, batch))
  progress.wrote((performance.now() - began) / 1_000)
  progress.advance(report)
  logLeftOut(log, report)
}
