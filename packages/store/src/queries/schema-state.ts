import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import { readMigrationNames } from '../migration-files.ts'
import { type Reader, readRow } from './read-rows.ts'

/** `behind`: migrations of this version are missing. `contracted`: a newer version has removed something, and this one may read it. */
export type SchemaState = 'current' | 'behind' | 'contracted'

/** Returns whether this version can work with the database. A newer version may have run more migrations, unless one of them contracts. */
export async function readSchemaState(reader: Reader): Promise<SchemaState> {
  const names = await readMigrationNames()
  try {
    const query = sql<{ ran: number; contracted: boolean }>`
      select count(*) filter (where name = any(${names}))::integer as ran,
        coalesce(bool_or(is_contract and name <> all(${names})), false) as contracted
      from public.schema_migrations`
    const row = await readRow(reader, query)
    if (row?.contracted === true) return 'contracted'
    return row?.ran === names.length ? 'current' : 'behind'
  } catch (error) {
    if (NO_RECORD.test(errorCode(error) ?? '')) return 'behind'
    throw error
  }
}

/** SQLSTATEs: undefined_table, before the first migration; undefined_column and insufficient_privilege, before a version whose API reads the record. */
const NO_RECORD = /^(42P01|42703|42501)$/

/**
 * Returns a check of the schema. A program that has run before a newer version contracted the schema may go on, as the release before a
 * contraction no longer reads what is removed. A program that finds it contracted at its first check may be of any older release, so it may not
 * go on.
 */
export function createSchemaCheck(): (reader: Reader) => Promise<SchemaState> {
  let wasCurrent = false
  return async (reader) => {
    const state = await readSchemaState(reader)
    wasCurrent ||= state === 'current'
    return state === 'contracted' && wasCurrent ? 'current' : state
  }
}
