import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { errorCode } from '@opal/domain/errors'
import type { StateChanges } from '@opal/domain/state-changes'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { isUnwritable } from '../../driver/faults.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableText } from '../../driver/storable-text.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type UnwrittenTransactionRow, unwrittenTransactions } from '../../schema/stream.ts'
import type { StreamPosition } from '../batch.ts'
import { writeState } from '../names-and-assets/write-state.ts'
import { writeRaw } from '../raw/write-raw.ts'
import { writeCheckpoint } from './checkpoint.ts'

/** Characters of PostgreSQL's message, which may quote what a stranger wrote. */
const MAX_MESSAGE = 500

/** Rows of a transaction that are stored although nothing can be derived of it. */
export interface StoredPart {
  readonly raw: readonly ChainTransaction[]
  /** Names, balances and objects, which no rebuild derives. */
  readonly state: readonly StateChanges[]
}

/**
 * Passes a transaction that cannot be written: the note, the position after it, and of its raw rows and its state what can be stored, all
 * or nothing.
 * @param position stream position behind the transaction.
 * @throws the database's error where not even the note is accepted, or for another reason than what rows hold.
 */
export async function passUnwritten(
  db: Database,
  { version, position, raw, state }: StoredPart & { readonly version: bigint; readonly position: StreamPosition },
  error: unknown,
): Promise<UnwrittenTransactionRow> {
  return storeAccepted({ raw, state }, (accepted) =>
    db.transaction().execute(async (transaction) => {
      const row = await noteUnwritten(transaction, version, error)
      await writeRaw(transaction, accepted.raw)
      await writeState(transaction, accepted.state)
      await writeCheckpoint(transaction, position)
      return row
    }),
  )
}

/**
 * Stores as much of a transaction as the database accepts.
 * @param store stores a part of it, all or nothing.
 */
export async function storeAccepted<Result>(
  { raw, state }: StoredPart,
  store: (accepted: StoredPart) => Promise<Result>,
): Promise<Result> {
  for (const accepted of [
    { raw, state },
    { raw, state: [] },
    { raw: [], state },
  ]) {
    try {
      return await store(accepted)
    } catch (refused) {
      if (!isUnwritable(refused)) throw refused
    }
  }
  return await store({ raw: [], state: [] })
}

/** Notes a transaction that cannot be written. */
export async function noteUnwritten(db: Executor, version: bigint, error: unknown): Promise<UnwrittenTransactionRow> {
  const row = { version, ...refusalOf(error) }
  await writeRows(db, unwrittenTransactions, [row], 'overwrite')
  return row
}

/** Returns why something could not be written, as it is stored. */
export function refusalOf(error: unknown): Pick<UnwrittenTransactionRow, 'sqlstate' | 'message'> {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  return { sqlstate: errorCode(error) ?? name, message: toStorableText(message.slice(0, MAX_MESSAGE)) }
}

/** Deletes the notes on those that a rebuild derives again: all with raw rows. The others can only be indexed again. */
export async function deleteUnwritten(db: DatabaseTransaction): Promise<void> {
  await sql`delete from chain.unwritten_transactions u
    where exists (select from chain.transactions t where t.version = u.version)`.execute(db)
}
