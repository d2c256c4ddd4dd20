import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { endFormerLoads } from '@opal/store/driver/loading/loading-connection'
import { dropDerivation } from '@opal/store/ingest/derive/derive-past'
import { closeRawRanges, openRawRanges, readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../../config.ts'
import type { Progress } from '../../status/progress.ts'
import type { IndexContext } from '../batches/index-batch.ts'
import { FAR_VERSIONS, type ReadHead } from '../stream/read-stream.ts'
import { derivePast } from './derive-pass.ts'
import { writeRaw } from './raw-pass.ts'

export interface PastOptions {
  readonly config: IndexerConfig
  /** Stream from the checkpoint on. */
  readonly stream: StreamOptions
  readonly askHead: ReadHead
  readonly progress: Progress
  readonly log: Logger
}

/**
 * Backfills a store without a checkpoint in two passes: raw rows of several ranges in parallel, then everything derived from
 * them. Resumes after an interruption. When the head is near, nothing is done. With a checkpoint, with `STREAM_BACKFILL_COPY`
 * off, or where fungible assets are followed, rows that an unfinished backfill has derived are deleted.
 * @returns once the derived rows are complete, or at the signal.
 * @throws the signal's reason during the indexes of such a backfill.
 */
export async function writePast(context: IndexContext, options: PastOptions): Promise<void> {
  const { config, stream, askHead, log } = options
  const { copiesPast, backfill } = config.stream
  const { db, chainId } = context
  await endFormerLoads(db)
  const isEmpty = (await readCheckpoint(db, context.stream)) === null
  // Payments between wallets are distinguished from trades by decoding, which the raw pass skips.
  if (!isEmpty || !copiesPast || config.scope.fungible !== 'none') {
    const { signal } = stream
    await dropDerivation(db, { connectionString: config.databaseUrl, stream: context.stream, signal })
    await closeRawRanges(db, context.stream)
    return
  }
  const from = stream.fromVersion
  const end = await farEnd(context, from, askHead)
  if (end === null) return
  const span = { stream: context.stream, chainId, fromVersion: from, toVersion: end, ranges: backfill.calls }
  const ranges = await openRawRanges(db, span)
  log.info({ from: String(from), to: String(end), ranges: ranges.length }, 'backfill: writing raw rows')
  await writeRaw(ranges, { config, signal: stream.signal, progress: options.progress, log })
  if (stream.signal.aborted) return
  log.info({ from: String(from), to: String(end) }, 'backfill: deriving')
  await derivePast(context, {
    connectionString: config.databaseUrl,
    connections: backfill.calls,
    signal: stream.signal,
    progress: options.progress,
    log,
  })
  await closeRawRanges(db, context.stream)
}

/** Returns the end of the backfill: that of existing ranges, else the head; null when the head is near. */
async function farEnd({ db, stream }: IndexContext, from: bigint, askHead: ReadHead): Promise<bigint | null> {
  const open = (await readRawRanges(db, stream)).at(-1)
  if (open !== undefined) return open.to_version
  const head = await askHead()
  return head !== null && head - from >= FAR_VERSIONS ? head : null
}
