import { rawEnd, readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readRaw } from '@opal/store/ingest/raw/read-raw'
import { type IndexContext, writeBatch } from '../index-batch.ts'
import type { PreparedBatch } from '../prepare-batch.ts'
import type { PastOptions } from './write-past.ts'

/** Transactions derived in one transaction of the database. */
const BATCH = 2_000

/**
 * Derives everything from the raw rows between a version and the end of the raw ranges, which must be complete, and moves the
 * checkpoint there. The rows are those of indexing row by row: the same phases write them, without the raw ones.
 * @returns the checkpoint; the signal ends it between two batches.
 */
export async function derivePast(
  context: IndexContext,
  fromVersion: bigint,
  { stream, progress, log }: Pick<PastOptions, 'stream' | 'progress' | 'log'>,
): Promise<bigint> {
  const ranges = await readRawRanges(context.db, context.stream)
  const end = rawEnd(ranges)
  let next = fromVersion
  if (end === null) return next
  const write = async (batch: PreparedBatch) => {
    const report = await writeBatch(context, batch, true, true)
    next = report.nextVersion
    progress.advance(report)
    for (const stop of report.newStops) log.error({ ...stop, version: String(stop.version) }, 'marketplace stopped')
  }
  for await (const transactions of readRaw(context.db, fromVersion, BATCH, end)) {
    if (stream.signal.aborted) return next
    const last = transactions.at(-1)
    if (last === undefined) break
    const nextVersion = last.version + 1n
    const seen = Number(nextVersion - next)
    await write({ ...NO_STATE, seen, nextVersion, lastTimestampMicros: last.timestampMicros, transactions })
  }
  const lastTimestampMicros = ranges.at(-1)?.last_timestamp_micros ?? null
  // Behind the last wanted transaction the checkpoint and the clock move on to the end.
  if (lastTimestampMicros !== null)
    await write({ ...NO_STATE, seen: Number(end - next), nextVersion: end, lastTimestampMicros, transactions: [] })
  return next
}

/** State is written with the raw rows. */
const NO_STATE = { bytes: 0, state: [], unread: [] }
