import { readDecodeSkips } from '@opal/store/accounts/indexer-requests'
import type { Database, DatabaseTransaction } from '@opal/store/driver/connection'
import { inSavepoint } from '@opal/store/driver/transactions'
import { rederive } from '@opal/store/ingest/apply-batch'
import { NOTHING_DUE } from '@opal/store/ingest/orders/due-orders'
import { readRaw } from '@opal/store/ingest/raw/read-raw'
import { writeRaw } from '@opal/store/ingest/raw/write-raw'
import { clearDerived, readRebuildsDue } from '@opal/store/ingest/stream/clear-derived'
import { noteUnwritten } from '@opal/store/ingest/stream/unwritten-transactions'
import { readKnownTokens } from '@opal/store/ingest/tokens/known-tokens'
import type { Logger } from 'pino'
import { decodeBatch, lookupsOf, skipKey } from '../batches/decode-batch.ts'
import { inPartsWithDue } from '../batches/in-parts-with-due.ts'
import type { IndexContext } from '../batches/index-batch.ts'

const BATCH = 2_000

/** About three minutes' work: a rebuild of a whole mainnet takes a day or more, and says how far it is. */
const TRANSACTIONS_PER_LINE = 100_000

export interface RebuildReport {
  /** Raw transactions decoded again. */
  readonly transactions: number
  /** Marketplaces that met an event they cannot decode. */
  readonly stopped: readonly string[]
  /** Versions of transactions that cannot be written. */
  readonly unwritten: readonly string[]
}

/**
 * Derives every row from the raw rows of a database, in the same one (whose derived tables must be empty) or in
 * another, which gets the raw rows too.
 * @param onBatch called with the number of processed transactions.
 */
export async function deriveAll(
  from: Database,
  to: DatabaseTransaction,
  { stream, chainId, marketplaces }: Pick<IndexContext, 'stream' | 'chainId' | 'marketplaces'>,
  onBatch: (transactions: number) => void = () => undefined,
): Promise<RebuildReport> {
  const position = { stream, chainId, nextVersion: 0n, lastTimestampMicros: null }
  const stopped = new Set<string>()
  const skipped = new Set((await readDecodeSkips(from)).map(skipKey))
  const unwritten: string[] = []
  let count = 0
  for await (const raw of readRaw(from, 0n, BATCH)) {
    if (from !== to) await writeRaw(to, raw)
    await inPartsWithDue(
      raw,
      async (part, how) => {
        const stops = await inSavepoint(to, async () => {
          const knownTokens = await readKnownTokens(to, lookupsOf(part))
          const decoded = decodeBatch(part, marketplaces, knownTokens, { stopped, skipped })
          await rederive(to, { ...decoded, ...how, position })
          return decoded.stops
        })
        for (const { marketplace } of stops) stopped.add(marketplace)
      },
      async ({ version }, error) => {
        // If deriving nothing fails as well, the transaction is not to blame: the error ends the rebuild, and the former rows stay.
        await inSavepoint(to, () => rederive(to, { transactions: [], stops: [], due: NOTHING_DUE, position }))
        await noteUnwritten(to, version, error)
        unwritten.push(String(version))
      },
    )
    count += raw.length
    onBatch(count)
  }
  return { transactions: count, stopped: [...stopped].sort(), unwritten }
}

export interface RebuildProgress {
  /** Interrupts it between batches. */
  readonly signal?: AbortSignal
  /** Called after each batch with the number of processed transactions. */
  readonly onTransactions?: ((count: number) => void) | undefined
}

/**
 * Derives every row again from the raw rows alone, in one transaction: readers see the old rows until it is done,
 * and an interruption leaves them as they were.
 * @throws the signal's reason when it is interrupted.
 */
export async function rebuild(
  context: Pick<IndexContext, 'db' | 'stream' | 'chainId' | 'marketplaces'>,
  { signal, onTransactions }: RebuildProgress = {},
): Promise<RebuildReport> {
  return context.db.transaction().execute(async (transaction) => {
    await clearDerived(transaction)
    return deriveAll(transaction, transaction, context, (count) => {
      onTransactions?.(count)
      signal?.throwIfAborted()
    })
  })
}

/**
 * Rebuilds when this release has tables that the raw rows of an older one have yet to fill.
 * @param signal interrupts it between batches; it stays due then.
 * @throws the signal's reason when it is interrupted.
 */
export async function rebuildIfDue(context: IndexContext, log: Logger, signal: AbortSignal): Promise<void> {
  const reasons = await readRebuildsDue(context.db)
  if (reasons.length === 0) return
  log.info({ reasons }, 'rebuilding from the raw rows: the chain is followed again once it is done')
  const onTransactions = (count: number) => {
    if (count % TRANSACTIONS_PER_LINE < BATCH) log.info({ transactions: count }, 'rebuilding from the raw rows')
  }
  log.info(await rebuild(context, { signal, onTransactions }), 'rebuilt')
}
