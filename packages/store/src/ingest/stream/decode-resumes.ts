import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type DecodeResumeRow, decodeResumes } from '../../schema/stream.ts'
import { rederive } from '../apply-batch.ts'
import type { IndexedBatch } from '../batch.ts'

/** Reads the marketplaces that are catching up after a stop. */
export async function readDecodeResumes(db: Database): Promise<readonly DecodeResumeRow[]> {
  return db.selectFrom('chain.decode_resumes').select(['marketplace', 'next_version']).orderBy('marketplace').execute()
}

/** Turns a stop into a pending catch-up from its version on. */
export async function beginDecodeResume(db: Database, marketplace: string): Promise<void> {
  await sql`
    with stop as (
      delete from chain.decode_stops where marketplace = ${marketplace} returning marketplace, version
    )
    insert into chain.decode_resumes (marketplace, next_version) select marketplace, version from stop
    on conflict (marketplace) do update set next_version = least(decode_resumes.next_version, excluded.next_version)`.execute(
    db,
  )
}

/**
 * Derives old transactions with the events of a marketplace that were skipped before, and records the progress:
 * all or nothing. Rows of other marketplaces stay.
 * @param batch transactions decoded again; a stop in it ends the catch-up.
 * @param nextVersion version to continue at; null when nothing is left to do.
 */
export async function deriveLate(
  db: Database,
  marketplace: string,
  batch: IndexedBatch,
  nextVersion: bigint | null,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteSuperseded(transaction, batch)
    await rederive(transaction, batch)
    if (nextVersion === null || batch.stops.some((stop) => stop.marketplace === marketplace)) {
      await sql`delete from chain.decode_resumes where marketplace = ${marketplace}`.execute(transaction)
    } else {
      await writeRows(transaction, decodeResumes, [{ marketplace, next_version: nextVersion }], 'overwrite')
    }
  })
}

/**
 * Deletes activities and mint costs that were derived without the trades of their transactions: they may differ
 * now.
 */
async function deleteSuperseded(db: DatabaseTransaction, { transactions }: IndexedBatch): Promise<void> {
  const versions = transactions.filter(({ market }) => market.length > 0).map(({ transaction }) => transaction.version)
  if (versions.length === 0) return
  await sql`delete from market.mint_costs where version = any(${versions})`.execute(db)
  await sql`delete from market.activities where version = any(${versions}) and marketplace is null`.execute(db)
}
