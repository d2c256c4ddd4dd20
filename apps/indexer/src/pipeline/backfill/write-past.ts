import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { dropDerivation } from '@opal/store/ingest/derive/derive-past'
import { closeRawRanges, openRawRanges, readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../../config.ts'
import type { Progress } from '../../status/progress.ts'
import type { IndexContext } from '../index-batch.ts'
import { FAR_VERSIONS, type ReadHead } from '../read-stream.ts'
import { derivePast } from './derive-stroke.ts'
import { writeRaw } from './raw-stroke.ts'

export interface PastOptions {
  readonly config: IndexerConfig
  /** From the checkpoint on. */
  readonly stream: StreamOptions
  readonly askHead: ReadHead
  readonly progress: Progress
  readonly log: Logger
}

/**
 * Fills a store that has no checkpoint yet in two strokes: the raw rows of a far past, several ranges in parallel, then what is derived from
 * them. An interruption resumes where it was, in either stroke; with the configuration off, everything is indexed as it comes. Returns
 * once the head is near, or at the signal.
 */
export async function writePast(context: IndexContext, options: PastOptions): Promise<void> {
  const { config, stream, askHead, log } = options
  const { copiesPast, backfill } = config.stream
  // Only decoding distinguishes payments between wallets from trades, and the raw stroke does not decode.
  const { db, chainId } = context
  const isEmpty = (await readCheckpoint(db, context.stream)) === null
  if (!isEmpty || !copiesPast || config.scope.fungible !== 'none') {
    await dropDerivation(db, { connectionString: config.databaseUrl, stream: context.stream })
    await closeRawRanges(db, context.stream)
    return
  }
  const from = stream.fromVersion
  const end = await farEnd(context, from, askHead)
  if (end === null) return
  const span = { stream: context.stream, chainId, fromVersion: from, toVersion: end, ranges: backfill.calls }
  const ranges = await openRawRanges(db, span)
  log.info({ from: String(from), to: String(end), ranges: ranges.length }, 'writing the past raw')
  await writeRaw(ranges, { config, signal: stream.signal, progress: options.progress, log })
  if (stream.signal.aborted) return
  log.info({ from: String(from), to: String(end) }, 'deriving the past')
  await derivePast(context, {
    connectionString: config.databaseUrl,
    connections: backfill.calls,
    signal: stream.signal,
    progress: options.progress,
    log,
  })
  await closeRawRanges(db, context.stream)
}

/** Returns the end of the past that is written in two strokes: that of ranges which are open already, else the head if it is far. */
async function farEnd({ db, stream }: IndexContext, from: bigint, askHead: ReadHead): Promise<bigint | null> {
  const open = (await readRawRanges(db, stream)).at(-1)
  if (open !== undefined) return open.to_version
  const head = await askHead()
  return head !== null && head - from >= FAR_VERSIONS ? head : null
}
