import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { closeRawRanges, openRawRanges, readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
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
 * Writes a far past in two strokes: its raw rows, several ranges at once, then what is derived from them. An interruption resumes
 * where it was, in either stroke; with the configuration off, what is left is indexed as it comes. Returns once the head is near, or
 * at the signal.
 */
export async function writePast(context: IndexContext, options: PastOptions): Promise<void> {
  const { config, stream, askHead, log } = options
  const { copiesPast, backfill } = config.stream
  // Only decoding distinguishes payments between wallets from trades, and the raw stroke does not decode.
  if (!copiesPast || config.scope.fungible !== 'none') return
  for (let from = stream.fromVersion; !stream.signal.aborted; ) {
    const end = await farEnd(context, from, askHead)
    if (end === null) return
    const span = {
      stream: context.stream,
      chainId: context.chainId,
      fromVersion: from,
      toVersion: end,
      ranges: backfill.calls,
    }
    const ranges = await openRawRanges(context.db, span)
    log.info({ from: String(from), to: String(end), ranges: ranges.length }, 'writing the past raw')
    await writeRaw(context, ranges, options)
    if (stream.signal.aborted) return
    log.info({ from: String(from), to: String(end) }, 'deriving the past')
    from = await derivePast(context, from, options)
    if (stream.signal.aborted) return
    await closeRawRanges(context.db, context.stream)
  }
}

/** Returns the end of the past that is written in two strokes: that of ranges which are open already, else the head if it is far. */
async function farEnd({ db, stream }: IndexContext, from: bigint, askHead: ReadHead): Promise<bigint | null> {
  await closeRawRanges(db, stream)
  const open = (await readRawRanges(db, stream)).at(-1)
  if (open !== undefined) return open.to_version
  const head = await askHead()
  return head !== null && head - from >= FAR_VERSIONS ? head : null
}
