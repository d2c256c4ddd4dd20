import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import { readMigrationNames } from '../migrate.ts'
import { type Reader, readRow } from './read-rows.ts'

/** Returns whether every migration of this version ran. A newer version may have run more of them. */
export async function isMigrated(reader: Reader): Promise<boolean> {
  const names = await readMigrationNames()
  try {
    const query = sql<{ ran: number }>`
      select count(*)::integer as ran from public.schema_migrations where name = any(${names})`
    return (await readRow(reader, query))?.ran === names.length
  } catch (error) {
    if (NO_RECORD.test(errorCode(error) ?? '')) return false
    throw error
  }
}

/** SQLSTATEs: undefined_table, before the first migration; insufficient_privilege, before a version whose API reads the record. */
const NO_RECORD = /^(42P01|42501)$/
