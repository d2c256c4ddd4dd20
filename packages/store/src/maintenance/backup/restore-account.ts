import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode } from '@opal/domain/errors'
import pg from 'pg'
import { isRefusedData } from '../../driver/faults.ts'
import { openClient } from '../../driver/open-client.ts'
import { BackupError } from '../../errors.ts'
import { BACKED_UP, type BackupHead } from './backup-account.ts'
import { continueFeed } from './continue-feed.ts'

export interface RestoreOptions {
  readonly databaseUrl: string
  readonly file: string
  /** Drops the rows that the database has; without it a database that has any is refused. */
  readonly replace?: boolean
}

/** Rows in one statement, and characters after which no further row is added to it. */
const BATCH = 500
const BATCH_LENGTH = 4_000_000

/**
 * Reads a backup to its end, so that nobody drops rows for a file that brings none back.
 * @throws BackupError when the file is no backup, or not whole.
 */
export async function checkBackup(file: string): Promise<void> {
  for await (const _ of rowsOf(file));
}

/**
 * Writes a backup's rows back, all or none. The database has its schema already; what else is in it stays.
 * @returns how many rows, by table.
 * @throws BackupError when the file is no backup, or the database holds rows of its own and `replace` is not set.
 */
export async function restoreAccount(options: RestoreOptions): Promise<Readonly<Record<string, number>>> {
  const client = await openClient(options.databaseUrl, 'opal-restore')
  try {
    await client.query('begin')
    await client.query(`lock ${BACKED_UP.map((table) => `account.${table}`).join(', ')} in exclusive mode`)
    await makeRoom(client, options.replace ?? false)
    const rows = await writeRows(client, options.file)
    await continueCounting(client)
    await continueFeed(client)
    await client.query('commit')
    return rows
  } catch (error) {
    // A broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

async function makeRoom(client: pg.ClientBase, replace: boolean): Promise<void> {
  for (const table of BACKED_UP) {
    if (replace) await client.query(`delete from account.${table}`)
    const { rowCount } = await client.query(`select from account.${table} limit 1`)
    if (rowCount !== 0)
      throw new BackupError(`account.${table} holds rows already: restore with --replace to drop them.`)
  }
}

async function writeRows(client: pg.ClientBase, file: string): Promise<Record<string, number>> {
  const counts = new Map<string, number>(BACKED_UP.map((table) => [table, 0]))
  let batch: Batch = { table: '', columns: [], rows: [], length: 0 }
  for await (const { head, table, row } of rowsOf(file)) {
    counts.set(table, (counts.get(table) ?? 0) + 1)
    if (batch.table !== table || batch.rows.length === BATCH || batch.length >= BATCH_LENGTH) {
      await writeBatch(client, batch, file)
      batch = { table, columns: head.tables[table] ?? [], rows: [], length: 0 }
    }
    batch.rows.push(row)
    batch.length += row.length
  }
  await writeBatch(client, batch, file)
  return Object.fromEntries(counts)
}

interface BackedUpRow {
  readonly head: BackupHead
  readonly table: string
  /** JSON of the server. */
  readonly row: string
}

/** Reads a backup row by row. @throws BackupError when it is none, or not whole. */
async function* rowsOf(file: string): AsyncGenerator<BackedUpRow> {
  let head: BackupHead | null = null
  for await (const line of linesOf(file)) {
    if (head === null) {
      head = parseHead(line, file)
      continue
    }
    const at = line.indexOf('\t')
    const table = line.slice(0, at)
    if (!TABLES.has(table)) throw new BackupError(`${file} holds a row of no table that a backup has.`)
    yield { head, table, row: line.slice(at + 1) }
  }
  if (head === null) throw new BackupError(`${file} is empty.`)
}

const TABLES: ReadonlySet<string> = new Set(BACKED_UP)

interface Batch {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: string[]
  length: number
}

/** The server reads its own JSON, so that every value is exact. @throws BackupError for rows that it refuses. */
async function writeBatch(client: pg.ClientBase, { table, columns: names, rows }: Batch, file: string): Promise<void> {
  if (rows.length === 0) return
  const columns = names.map((column) => pg.escapeIdentifier(column)).join(', ')
  try {
    await client.query(
      `insert into account.${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::account.${table}, $1::json)`,
      [`[${rows.join(',')}]`],
    )
  } catch (error) {
    throw rowFault(error, file, table)
  }
}

/** SQLSTATE of a column that the table lacks. */
const UNDEFINED_COLUMN = '42703'

function rowFault(error: unknown, file: string, table: string): unknown {
  if (!(error instanceof Error && (isRefusedData(error) || errorCode(error) === UNDEFINED_COLUMN))) return error
  const sentence = `${file} holds rows of account.${table} that this database refuses (${error.message})`
  return new BackupError(`${sentence}: it was changed, or another release wrote it, which can restore it.`, {
    cause: error,
  })
}

/** Longer than any row: a set has up to ten thousand tokens of some hundred characters. A file of a few kB can hold a line of gigabytes. */
const MAX_ROW_LENGTH = 4_000_000

/** Splits at line feeds alone: people write other line ends, which JSON does not escape. */
async function* linesOf(file: string): AsyncGenerator<string> {
  // An error of either stream ends the loop below.
  const unzipped = pipeline(createReadStream(file), createGunzip(), () => undefined)
  let rest = ''
  try {
    for await (const chunk of unzipped.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_ROW_LENGTH) throw new BackupError(`${file} holds a row that is longer than any.`)
      yield* lines
    }
  } catch (error) {
    throw fileFault(error, file)
  }
  if (rest !== '') throw new BackupError(`${file} ends in the middle of a row.`)
}

function fileFault(error: unknown, file: string): unknown {
  const code = errorCode(error)
  if (code === 'Z_BUF_ERROR')
    return new BackupError(`${file} is cut short: it ends before the backup does.`, { cause: error })
  if (code === 'EISDIR' || code?.startsWith('Z_') === true)
    return new BackupError(`${file} is no backup of accounts.`, { cause: error })
  return error
}

function parseHead(line: string, file: string): BackupHead {
  try {
    const head = JSON.parse(line) as BackupHead
    if (head.format === 'opal-account/1') return head
  } catch {
    // The error is thrown below.
  }
  throw new BackupError(`${file} is no backup of accounts.`)
}

/** The next row that is counted gets a number of its own. */
async function continueCounting(client: pg.ClientBase): Promise<void> {
  for (const table of ['flag_requests', 'notifications'] as const)
    await client.query(
      `select setval(pg_get_serial_sequence('account.${table}', 'id'), greatest(max(id), 1), max(id) is not null)
       from account.${table}`,
    )
}
