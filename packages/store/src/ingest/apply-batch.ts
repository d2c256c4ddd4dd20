import { errorCode } from '@opal/domain/errors'
import type { Database, DatabaseTransaction } from '../driver/connection.ts'
import { inTransaction, withinTransaction } from '../driver/transactions.ts'
import type { IncomingBatch, IndexedBatch } from './batch.ts'
import { INGEST_PHASES, REDERIVE_PHASES } from './phases.ts'
import { planPhases } from './plan-phases.ts'
import { runPhases } from './run-phases.ts'

const INGEST = planPhases(INGEST_PHASES)
const REDERIVE = planPhases(REDERIVE_PHASES)

/** SQLSTATE. */
const UNIQUE_VIOLATION = '23505'

/**
 * Decodes and writes a batch: every row derived from it, the change feed and the checkpoint, all or nothing. The
 * resulting rows depend on the set of transactions written so far, not on how they were cut into batches, repeated
 * or ordered (the change feed excepted). A batch that turns out not to be new is retried as one that may not be.
 * @throws WrongChainError when the stored stream is of another chain; what decoding throws.
 */
export async function applyIncoming(db: Database, batch: IncomingBatch): Promise<void> {
  try {
    await ingest(db, batch)
  } catch (error) {
    if (!batch.isNew || errorCode(error) !== UNIQUE_VIOLATION) throw error
    await ingest(db, { ...batch, isNew: false })
  }
}

/** Writes a batch that is decoded already, see {@link applyIncoming}. */
export async function applyBatch(db: Database, batch: IndexedBatch): Promise<void> {
  await applyIncoming(db, incoming(batch))
}

/** Derives the rows of a batch's raw rows again, inside a transaction, without entries in the change feed. */
export async function rederive(db: DatabaseTransaction, batch: IndexedBatch): Promise<void> {
  await withinTransaction(db, (statements) => runPhases(statements, REDERIVE, incoming({ ...batch, isNew: false })))
}

async function ingest(db: Database, batch: IncomingBatch): Promise<void> {
  await inTransaction(db, async (statements) => ({ last: await runPhases(statements, INGEST, batch) }))
}

function incoming(batch: IndexedBatch): IncomingBatch {
  const transactions = batch.transactions.map((indexed) => indexed.transaction)
  return { ...batch, transactions, lookups: [], decode: () => batch }
}
