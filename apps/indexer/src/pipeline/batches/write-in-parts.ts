import { NOTHING_DUE } from '@opal/store/ingest/orders/due-orders'
import { passUnwritten } from '@opal/store/ingest/stream/unwritten-transactions'
import type { DecodeStopRow } from '@opal/store/schema/stream'
import type { PreparedBatch } from '../stream/prepare-batch.ts'
import { partOf, versionsOf } from './batch-parts.ts'
import { inPartsWithDue } from './in-parts-with-due.ts'
import { type IndexContext, type IndexedReport, type UnwrittenTransaction, writeBatch } from './index-batch.ts'

/**
 * Writes the next batch of the stream. Where it cannot be written for what it holds, its transactions are written in parts, each with its
 * checkpoint, and those that cannot be are noted, however many they are: none of them holds up the others.
 * @throws the error of a batch without transactions, where that cannot be written, too: then it is the fault of none of them.
 */
export async function writeInParts(context: IndexContext, batch: PreparedBatch): Promise<IndexedReport> {
  const parts: IndexedReport[] = []
  const unwritten: UnwrittenTransaction[] = []
  await inPartsWithDue(
    versionsOf(batch),
    async (versions, how) =>
      void parts.push(await writeBatch(context, partOf(batch, versions), { isNew: true, ...how })),
    async (version, error) => {
      const part = partOf(batch, [version])
      const { nextVersion, lastTimestampMicros, transactions: raw, state } = part
      const nothing = { ...part, nextVersion: version, transactions: [], state: [] }
      await writeBatch(context, nothing, { isNew: true, due: NOTHING_DUE })
      const position = { stream: context.stream, chainId: context.chainId, nextVersion, lastTimestampMicros }
      unwritten.push({ row: await passUnwritten(context.db, { version, position, raw, state }, error), error })
    },
  )
  const { seen, nextVersion, lastTimestampMicros, unread, transactions } = batch
  return {
    seen,
    nextVersion,
    lastTimestampMicros,
    unread,
    unwritten,
    wanted: transactions.length,
    marketEvents: parts.reduce((sum, part) => sum + part.marketEvents, 0),
    newStops: parts.flatMap((part): readonly DecodeStopRow[] => part.newStops),
  }
}
