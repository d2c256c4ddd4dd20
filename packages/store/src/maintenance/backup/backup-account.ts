import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { openClient } from '../../driver/open-client.ts'

/** Tables of `account` that a backup holds: entries of users and the operator, which cannot be derived from the chain. */
export const BACKED_UP = [
  'decode_skips',
  'favourites',
  'flag_requests',
  'notification_floors',
  'notification_settings',
  'notification_wallets',
  'notifications',
  'token_sets',
  'verified_collections',
] as const

/** Tables of `account` that a backup leaves out, each with the reason. A test holds both lists against the schema. */
export const NOT_BACKED_UP = {
  metadata_requests: 'documents are asked for again',
  notification_progress: 'it counts in the change feed of its own database',
  sessions: 'one that was ended since would be open again; users sign in again',
  token_set_announcements: 'they last an hour',
  sign_in_challenges: 'they last five minutes',
} as const

/** First line of a backup. */
export interface BackupHead {
  readonly format: 'opal-account/1'
  /** Columns by table, in the order of their rows' keys. */
  readonly tables: Readonly<Record<string, readonly string[]>>
}

/** Rows in memory at a time: a set of tokens takes almost a megabyte. */
const BATCH = 50

/**
 * Writes what `account` holds of people and the operator into one gzip'd file, readable by its writer alone: a head, then a line for each
 * row, `table<tab>row as PostgreSQL's own JSON`. It is read in one transaction, so it is consistent while others write. A file of
 * this name is never half a backup.
 * @returns how many rows, by table.
 */
export async function backupAccount(databaseUrl: string, file: string): Promise<Readonly<Record<string, number>>> {
  const partial = `${file}.partial`
  const rows: Record<string, number> = {}
  const client = await openClient(databaseUrl, 'opal-backup')

  async function* lines(): AsyncGenerator<string> {
    const head: BackupHead = { format: 'opal-account/1', tables: await columnsOf(client) }
    yield `${JSON.stringify(head)}\n`
    for (const table of BACKED_UP) {
      rows[table] = 0
      await client.query(`declare backup_rows no scroll cursor for select row_to_json(t)::text from account.${table} t`)
      while (true) {
        const batch = await client.query<[string]>({ text: `fetch ${BATCH} from backup_rows`, rowMode: 'array' })
        if (batch.rows.length === 0) break
        rows[table] += batch.rows.length
        yield* batch.rows.map(([row]) => `${table}\t${row}\n`)
      }
      await client.query('close backup_rows')
    }
  }

  try {
    await client.query(`set timezone to 'UTC'`)
    await client.query('begin isolation level repeatable read read only')
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, file)
    return rows
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Returns columns that a row can be written back into. */
async function columnsOf(client: pg.ClientBase): Promise<BackupHead['tables']> {
  const { rows } = await client.query<{ name: string; columns: readonly string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'account' and table_name = any($1) and is_generated = 'NEVER' group by 1`,
    [BACKED_UP],
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}
