import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** Holds the migrations of this version. */
export const MIGRATIONS_FOLDER = new URL('../migrations/', import.meta.url)

/** First line of a migration whose statements run one by one, because PostgreSQL runs them in no transaction. */
export const OUTSIDE_TRANSACTION = '-- outside a transaction\n'
/** First line of a migration that takes away what programs of the version before need. */
export const CONTRACT = '-- contract\n'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Returns the names of the migrations that this version runs, in their order. */
export async function readMigrationNames(folder: URL = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** Reads the migrations of a folder, in their order. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  return Promise.all(
    (await readMigrationNames(folder)).map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Returns the statements of a migration that runs outside a transaction: each ends with a semicolon at the end of a line. */
export function statementsOf(sql: string): readonly string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
