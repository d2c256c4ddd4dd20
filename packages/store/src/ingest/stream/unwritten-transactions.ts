import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { isRefusedData } from '../../driver/faults.ts'
import { toStorableText } from '../../driver/storable-text.ts'
import type { UnwrittenTransactionRow } from '../../schema/stream.ts'
import type { StreamPosition } from '../batch.ts'
import { writeRaw } from '../raw/write-raw.ts'
import { writeCheckpoint } from './checkpoint.ts'

/** More in an hour are a fault of the release or of the database, not of single transactions: the index waits then. */
export const MAX_UNWRITTEN_AN_HOUR = 100

/** Characters of PostgreSQL's message, which may quote what a stranger wrote. */
const MAX_MESSAGE = 500

/**
 * Passes a transaction that the database refuses: its raw row, if that can be stored, the note and the position after it, all or nothing.
 * @param position stream position behind the transaction.
 * @throws the error itself when too many were noted in the last hour.
 */
export async function passUnwritten(
  db: Database,
  {
    version,
    raw,
    position,
  }: {
    readonly version: bigint
    readonly raw: readonly ChainTransaction[]
    readonly position: StreamPosition
  },
  error: unknown,
): Promise<UnwrittenTransactionRow> {
  const pass = (stored: readonly ChainTransaction[]) =>
    db.transaction().execute(async (transaction) => {
      const row = await noteUnwritten(transaction, version, error)
      await writeRaw(transaction, stored)
      await writeCheckpoint(transaction, position)
      return row
    })
  try {
    return await pass(raw)
  } catch (refused) {
    if (refused === error || !isRefusedData(refused)) throw refused
    return await pass([])
  }
}

/**
 * Notes a transaction that the database refuses.
 * @throws the error itself when too many were noted in the last hour.
 */
export async function noteUnwritten(
  db: DatabaseTransaction,
  version: bigint,
  error: unknown,
): Promise<UnwrittenTransactionRow> {
  const text = error instanceof Error ? error.message : String(error)
  const message = toStorableText(text.slice(0, MAX_MESSAGE))
  const row = { version, sqlstate: errorCode(error) ?? '', message }
  const { numAffectedRows } = await sql`
    insert into chain.unwritten_transactions (version, sqlstate, message)
    select ${row.version}, ${row.sqlstate}, ${row.message}
    where (select count(*) from chain.unwritten_transactions where noted_at > now() - interval '1 hour') < ${MAX_UNWRITTEN_AN_HOUR}
    on conflict (version) do update set sqlstate = excluded.sqlstate, message = excluded.message`.execute(db)
  if (numAffectedRows !== 1n) throw error
  return row
}

/** Forgets those that a rebuild derives again: all with raw rows. The others can only be indexed anew. */
export async function forgetUnwritten(db: DatabaseTransaction): Promise<void> {
  await sql`delete from chain.unwritten_transactions u
    where exists (select from chain.transactions t where t.version = u.version)`.execute(db)
}
