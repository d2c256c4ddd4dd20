import type { StreamBatch } from '@opal/chain/stream/stream-options'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { Database } from '@opal/store/driver/connection'
import { applyIncoming } from '@opal/store/ingest/apply-batch'
import type { IncomingBatch } from '@opal/store/ingest/batch'
import type { DecodeStopRow, UnwrittenTransactionRow } from '@opal/store/schema/stream'
import { type PreparedBatch, prepareBatch, type UnreadState } from '../stream/prepare-batch.ts'
import type { TransactionSelection } from '../stream/transaction-selection.ts'
import { type DecodedBatch, decodeBatch, lookupsOf } from './decode-batch.ts'

/** State of an index run; the stops grow as it goes. */
export interface IndexContext {
  /** The connection that holds the lease. */
  readonly db: Database
  readonly stream: string
  readonly chainId: number
  readonly marketplaces: readonly DeployedMarketplace[]
  readonly wanted: TransactionSelection
  readonly stopped: Set<string>
  /** Events that operators had passed over, by `skipKey`. */
  readonly skipped: ReadonlySet<string>
}

/** A transaction that cannot be written. */
export interface UnwrittenTransaction {
  readonly row: UnwrittenTransactionRow
  /** Null where another thread met it. */
  readonly error: unknown
}

/** Result of one batch, for logs and metrics. */
export interface IndexedReport {
  readonly nextVersion: bigint
  readonly seen: number
  readonly wanted: number
  readonly marketEvents: number
  readonly lastTimestampMicros: bigint
  readonly newStops: readonly DecodeStopRow[]
  /** Transactions whose names, balances or objects could not be read. */
  readonly unread: readonly UnreadState[]
  /** Transactions that cannot be written. */
  readonly unwritten: readonly UnwrittenTransaction[]
}

/**
 * Decodes and writes a prepared batch: rows and checkpoint, all or nothing.
 * @param how whether it begins at the checkpoint (`isNew`: the store has nothing of it), and what else `IncomingBatch` says.
 */
export async function writeBatch(
  context: IndexContext,
  prepared: PreparedBatch,
  how: Pick<IncomingBatch, 'isNew' | 'due'>,
): Promise<IndexedReport> {
  return indexWith(context, prepared, (batch) => applyIncoming(context.db, { ...batch, ...how }))
}

/** Decodes a prepared batch and has it written. */
export async function indexWith(
  context: IndexContext,
  prepared: PreparedBatch,
  write: (batch: IncomingBatch) => Promise<void>,
): Promise<IndexedReport> {
  const { stream, chainId, marketplaces, stopped } = context
  const { nextVersion, lastTimestampMicros, transactions, state, seen, unread } = prepared
  let decoded: DecodedBatch = { transactions: [], stops: [] }
  await write({
    transactions,
    state,
    position: { stream, chainId, nextVersion, lastTimestampMicros },
    lookups: lookupsOf(transactions),
    decode: (known) => {
      decoded = decodeBatch(transactions, marketplaces, known, context)
      return decoded
    },
  })
  for (const stop of decoded.stops) stopped.add(stop.marketplace)
  return {
    nextVersion,
    seen,
    wanted: transactions.length,
    marketEvents: decoded.transactions.reduce((sum, { market }) => sum + market.length, 0),
    lastTimestampMicros,
    newStops: decoded.stops,
    unread,
    unwritten: [],
  }
}

/** Indexes one batch, from raw bytes to rows. */
export async function indexBatch(context: IndexContext, raw: StreamBatch): Promise<IndexedReport> {
  return writeBatch(context, prepareBatch(context.wanted, raw), { isNew: false })
}
