import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { streamTransactions } from '@opal/chain/stream/stream-transactions'
import { openRawWriter } from '@opal/store/ingest/raw/raw-ranges'
import type { RawRangeRow } from '@opal/store/schema/stream'
import type { IndexContext } from '../index-batch.ts'
import { type PreparedBatch, prepareBatch } from '../prepare-batch.ts'
import { takeBatches } from '../take-batches.ts'
import type { TransactionSelection } from '../transaction-selection.ts'
import { WriteQueue } from '../write-queue.ts'
import type { PastOptions } from './write-past.ts'

/**
 * Writes the raw rows of what is left of the ranges, in parallel, each by a call of the stream and a connection of its own. At the
 * signal it returns early; committed rows stay.
 * @throws the first error of a range, once no other one writes any more.
 */
export async function writeRaw(
  { wanted }: Pick<IndexContext, 'wanted'>,
  ranges: readonly RawRangeRow[],
  options: Pick<PastOptions, 'config' | 'stream' | 'log' | 'progress'>,
): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([options.stream.signal, failing.signal])
  const left = ranges.filter((range) => range.next_version < range.to_version)
  const results = await Promise.allSettled(
    left.map(async (range) => {
      try {
        await writeRange(range, wanted, { ...options, stream: { ...options.stream, signal } })
      } catch (error) {
        failing.abort()
        throw error
      }
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function writeRange(
  range: RawRangeRow,
  wanted: TransactionSelection,
  { config, stream, log, progress }: Pick<PastOptions, 'config' | 'stream' | 'log' | 'progress'>,
): Promise<void> {
  await using writer = await openRawWriter(config.databaseUrl, range)
  const ending = new AbortController()
  const end = () => ending.abort()
  const signal = AbortSignal.any([stream.signal, ending.signal])
  const messages = readPrepared({ ...stream, signal, fromVersion: range.next_version }, range.to_version, wanted)
  // One part is written while the next is taken, skimmed and parsed.
  const writes = new WriteQueue(end)
  try {
    for await (const part of takeBatches(messages, () => writes.drained(), end)) {
      if (stream.signal.aborted) break
      progress.took(part.seen)
      for (const unread of part.unread) log.error({ ...unread, version: String(unread.version) }, 'state not read')
      writes.add(() => writer.write(part))
    }
  } finally {
    await writes.drained()
  }
}

async function* readPrepared(
  stream: StreamOptions,
  toVersion: bigint,
  wanted: TransactionSelection,
): AsyncGenerator<PreparedBatch, void, void> {
  for await (const raw of streamTransactions(stream, toVersion)) yield prepareBatch(wanted, raw)
}
