import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import { readMigrationNames } from '../migrate.ts'
import { type Reader, readRow } from './read-rows.ts'

/** `behind`: migrations of this version are missing. `contracted`: a newer version has removed what this one reads. */
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
