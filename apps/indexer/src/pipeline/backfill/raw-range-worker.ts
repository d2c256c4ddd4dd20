import { parentPort, workerData } from 'node:worker_threads'
import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { streamTransactions } from '@opal/chain/stream/stream-transactions'
import { errorCode, errorMessage, MarketError } from '@opal/domain/errors'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { inParts } from '@opal/store/ingest/in-parts'
import { openRawWriter, type RawWriter } from '@opal/store/ingest/raw/raw-ranges'
import type { RawRangeRow, UnwrittenTransactionRow } from '@opal/store/schema/stream'
import type { IndexerConfig } from '../../config.ts'
import { partOf, versionsOf } from '../batches/batch-parts.ts'
import { WriteQueue } from '../batches/write-queue.ts'
import { type PreparedBatch, prepareBatch, type UnreadState } from '../stream/prepare-batch.ts'
import { takeBatches } from '../stream/take-batches.ts'
import { buildSelection } from '../stream/transaction-selection.ts'

/** Task of a worker thread: write the rest of a range from the configured stream into the database. */
export interface RawRangeTask {
  readonly config: IndexerConfig
  readonly range: RawRangeRow
}

/** An error as it passes from one thread to another. */
export interface PassedError {
  /** Null: it has none. */
  readonly code: string | null
  readonly message: string
  /** Null: none of ours. */
  readonly retryable: boolean | null
}

/** Messages from the worker thread. */
export type RawRangeReport =
  | { readonly kind: 'took'; readonly transactions: number; readonly unread: readonly UnreadState[] }
  | { readonly kind: 'lost'; readonly error: PassedError; readonly version: bigint; readonly waitMs: number }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'repeated'; readonly transactions: number; readonly version: bigint }
  | { readonly kind: 'unwritten'; readonly row: UnwrittenTransactionRow }
  | { readonly kind: 'failed'; readonly error: PassedError }

const report = (message: RawRangeReport) => parentPort?.postMessage(message)

function pass(error: unknown): PassedError {
  return {
    code: errorCode(error),
    message: errorMessage(error),
    retryable: error instanceof MarketError ? error.retryable : null,
  }
}

/** Writes the raw rows of the range by a call of the stream and a connection of its own. */
async function writeRange({ config, range }: RawRangeTask, signal: AbortSignal): Promise<void> {
  const wanted = buildSelection(contractsOf(config.network, config.contracts), config.scope)
  await using writer = await openRawWriter(config.databaseUrl, range)
  const ending = new AbortController()
  const end = () => ending.abort()
  const stream = streamOf(config, range, AbortSignal.any([signal, ending.signal]))
  const messages = async function* (): AsyncGenerator<PreparedBatch, void, void> {
    for await (const raw of streamTransactions(stream, range.to_version)) yield prepareBatch(wanted, raw)
  }
  // One part is written while the next is taken, skimmed and parsed.
  const writes = new WriteQueue(end)
  try {
    for await (const part of takeBatches(messages(), () => writes.drained(), end)) {
      if (signal.aborted) break
      report({ kind: 'took', transactions: part.seen, unread: part.unread })
      writes.add(() => writePart(writer, part))
    }
  } finally {
    await writes.drained()
  }
}

/** Writes what the database accepts of a part. */
async function writePart(writer: RawWriter, part: PreparedBatch): Promise<void> {
  await inParts(
    versionsOf(part),
    (versions) => writer.write(partOf(part, versions)),
    async (version, error) => {
      const row = await writer.pass(version, partOf(part, [version]), error)
      report({ kind: 'unwritten', row })
    },
  )
}

function streamOf({ stream, chainId }: IndexerConfig, range: RawRangeRow, signal: AbortSignal): StreamOptions {
  const { address, tls, apiKey, silenceMs } = stream
  return {
    address,
    tls,
    apiKey,
    silenceMs,
    chainId,
    signal,
    fromVersion: range.next_version,
    onLost: (lost, version, waitMs) => report({ kind: 'lost', error: pass(lost), version, waitMs }),
    onAccepted: () => report({ kind: 'accepted' }),
    onSilent: () => report({ kind: 'silent' }),
    onRepeated: (transactions, version) => report({ kind: 'repeated', transactions, version }),
  }
}

const stopping = new AbortController()
// Any message asks it to stop.
parentPort?.on('message', () => stopping.abort())
try {
  await writeRange(workerData as RawRangeTask, stopping.signal)
} catch (error) {
  report({ kind: 'failed', error: pass(error) })
}
parentPort?.close()
