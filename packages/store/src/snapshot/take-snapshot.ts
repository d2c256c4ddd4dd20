import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describeRelation, type RelationSchema } from './describe-relation.ts'
import { SNAPSHOT_RELATIONS } from './snapshot-relations.ts'
import { type WrittenFile, writeRelation } from './write-relation.ts'

/** What `schema.json` says. */
export interface SnapshotSchema {
  readonly format: 'opal-snapshot/1'
  /** Of the whole snapshot: every row is of the moment after this transaction. Null of an empty index. */
  readonly version: string | null
  /** Chain time of that transaction, microseconds. */
  readonly atMicros: string | null
  readonly chainId: number | null
  readonly files: readonly (RelationSchema & WrittenFile & { readonly file: string })[]
}

export interface SnapshotOptions {
  readonly databaseUrl: string
  /** Folder to be made; it must not exist. */
  readonly directory: string
  /** Told as rows are written, some thousand at a time. */
  readonly onProgress?: (relation: string, rows: number) => void
}

/**
 * Writes every public table and view as gzip'd CSV, `schema.json` that describes them, and `SHA256SUMS` for
 * `sha256sum -c`. All of it is read in one transaction, so that all files are of one moment, while others write on.
 */
export async function takeSnapshot({ databaseUrl, directory, onProgress }: SnapshotOptions): Promise<SnapshotSchema> {
  await mkdir(directory)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'opal-snapshot' })
  await client.connect()
  try {
    await client.query(`set timezone to 'UTC'`)
    await client.query('begin isolation level repeatable read read only')
    const files: SnapshotSchema['files'][number][] = []
    for (const name of SNAPSHOT_RELATIONS) {
      const relation = await describeRelation(client, name)
      const file = `${name}.csv.gz`
      const written = await writeRelation(client, relation, join(directory, file), (rows) => onProgress?.(name, rows))
      files.push({ ...relation, file, ...written })
    }
    const schema: SnapshotSchema = { format: 'opal-snapshot/1', ...(await readMoment(client)), files }
    const text = `${JSON.stringify(schema, null, 2)}\n`
    const sums = [...files, { file: 'schema.json', sha256: createHash('sha256').update(text).digest('hex') }]
    await writeFile(join(directory, 'schema.json'), text)
    await writeFile(join(directory, 'SHA256SUMS'), sums.map((each) => `${each.sha256}  ${each.file}\n`).join(''))
    return schema
  } finally {
    await client.end()
  }
}

async function readMoment(client: pg.Client): Promise<Pick<SnapshotSchema, 'version' | 'atMicros' | 'chainId'>> {
  const { rows } = await client.query<{ version: string; atMicros: string | null; chainId: number }>(
    `select (next_version - 1)::text as version, last_timestamp_micros::text as "atMicros", chain_id as "chainId"
     from chain.checkpoints where stream = 'main'`,
  )
  return rows[0] ?? { version: null, atMicros: null, chainId: null }
}
