import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { openClient } from '../../driver/open-client.ts'

/**
 * Returns one line as PostgreSQL's `COPY ... CSV` reads it: nothing between two commas is null, `""` is the empty
 * text. Every value is exact, as the server's own text of it.
 */
export function copyCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell).join(',')}\n`
}

function cell(value: string | null): string {
  if (value === null) return ''
  // A line that is only `\.` ends a COPY.
  if (value !== '' && value !== '\\.' && !/[",\r\n]/.test(value)) return value
  return `"${value.replaceAll('"', '""')}"`
}

/** A table or view as `schema.json` describes it. */
export interface RelationSchema {
  /** With schema, e.g. `market.lots`. */
  readonly name: string
  /** Empty where there is none. */
  readonly description: string
  readonly columns: readonly {
    readonly name: string
    readonly type: string
    readonly nullable: boolean
    readonly description: string
  }[]
  /** Columns that identify a row. */
  readonly primaryKey: readonly string[]
}

/** Reads columns, key and comments of a table or view. */
async function describeRelation(client: pg.ClientBase, name: string): Promise<RelationSchema> {
  const { rows: columns } = await client.query<RelationSchema['columns'][number]>(
    `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
       coalesce(col_description(attrelid, attnum), '') as description
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [name],
  )
  const { rows: keys } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary and k.place <= i.indnkeyatts order by k.place`,
    [name],
  )
  const { rows: comments } = await client.query<{ comment: string | null }>(
    `select obj_description($1::regclass, 'pg_class') as comment`,
    [name],
  )
  const lines = (comments[0]?.comment ?? '').split('\n')
  const stated = lines.find((line) => line.startsWith('@primaryKey '))?.slice('@primaryKey '.length)
  return {
    name,
    description: lines.filter((line) => !line.startsWith('@')).join('\n'),
    columns,
    primaryKey: keys.length > 0 ? keys.map((key) => key.name) : (stated?.split(',') ?? []),
  }
}

/**
 * Tables and views that an open snapshot holds: what the chain says and what follows from it, and the lists of tokens that open offers name by
 * their roots. Nothing else of `account` is among them, nor raw rows, which any node of the chain has, nor queues and other inner workings.
 */
const SNAPSHOT_RELATIONS = [
  'public_api.collections',
  'public_api.listings',
  'public_api.token_offers',
  'public_api.collection_offers',
  'public_api.sales',
  'chain.current_collections_v2',
  'chain.current_token_datas_v2',
  'chain.current_token_ownerships_v2',
  'chain.current_token_pending_claims',
  'chain.current_royalties',
  'chain.token_activities_v2',
  'market.bid_pools',
  'market.collection_offers',
  'market.token_sets',
  'market.token_set_tokens',
  'market.marketplaces',
  'market.activities',
  'market.collection_hours',
  'market.lots',
  'market.points_ledger',
  'market.token_holders',
  'market.token_rarity',
  'market.nft_marketplace_activities',
  'market.current_nft_marketplace_listings',
  'market.current_nft_marketplace_token_offers',
  'market.current_nft_marketplace_collection_offers',
] as const

/** Number of rows in memory. */
const BATCH = 2_000
/** Room that a snapshot leaves on its disk, which may be that of the database: the smaller of a share and a number of bytes. */
const LEFT = { share: 0.05, bytes: 2 * 1_024 ** 3 }
/** Bytes that are written between two looks at the disk. */
const LOOK_EVERY_BYTES = 64 * 1_048_576

/** Room on a disk, in blocks, as `statfs` tells. */
export type DiskRoom = Readonly<Record<'bavail' | 'blocks' | 'bsize', number>>

/** @throws Error when so little of the disk is left that others would soon find it full. */
async function requireRoom({ directory, readRoom = statfs }: SnapshotOptions): Promise<void> {
  const { bavail, blocks, bsize } = await readRoom(directory)
  if (bavail * bsize >= Math.min(blocks * bsize * LEFT.share, LEFT.bytes)) return
  throw new Error(`The disk of ${directory} has no room for a snapshot: ${bavail * bsize} bytes are left.`)
}

/** Files written of one table or view. */
export interface WrittenFile {
  readonly rows: number
  /** Size of the gzip'd file. */
  readonly bytes: number
  /** Digest of the gzip'd file, hex. */
  readonly sha256: string
}

/** Writes every row as gzip'd CSV with a head, as fast as the disk takes it. The client must be in a transaction. */
async function writeRelation(
  client: pg.ClientBase,
  { name, columns }: RelationSchema,
  path: string,
  options: SnapshotOptions,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  let lookAt = 0

  async function* lines(): AsyncGenerator<string> {
    yield copyCsvLine(columns.map((column) => column.name))
    const texts = columns.map((column) => `"${column.name}"::text`).join(', ')
    await client.query(`declare snapshot_rows no scroll cursor for select ${texts} from ${name}`)
    while (true) {
      const text = `fetch ${BATCH} from snapshot_rows`
      const batch = await client.query<(string | null)[]>({ text, rowMode: 'array' })
      if (batch.rows.length === 0) break
      rows += batch.rows.length
      options.onProgress?.(name, rows)
      yield batch.rows.map(copyCsvLine).join('')
    }
    await client.query('close snapshot_rows')
  }
  async function* measured(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      if (bytes >= lookAt) {
        await requireRoom(options)
        lookAt = bytes + LOOK_EVERY_BYTES
      }
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), createGzip(), measured, createWriteStream(path))
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** Contents of `schema.json`. */
export interface SnapshotSchema {
  readonly format: 'opal-snapshot/1'
  /** Ledger version of the whole snapshot: every row is as after this transaction. Null of an empty index. */
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
  /** Called as rows are written, some thousand at a time. */
  readonly onProgress?: (relation: string, rows: number) => void
  /** Reads the room on the disk of a folder; tests bring their own. */
  readonly readRoom?: (directory: string) => Promise<DiskRoom>
}

/**
 * Writes every public table and view as gzip'd CSV, `schema.json` that describes them, and `SHA256SUMS` for
 * `sha256sum -c`. All of it is read in one transaction, so all files are consistent while others write.
 * @throws Error when the disk has too little room left, which others may need: PostgreSQL stops on a full one.
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<SnapshotSchema> {
  const { databaseUrl, directory } = options
  await mkdir(directory)
  const client = await openClient(databaseUrl, 'opal-snapshot')
  try {
    await client.query(`set timezone to 'UTC'`)
    await client.query('begin isolation level repeatable read read only')
    const files: SnapshotSchema['files'][number][] = []
    for (const name of SNAPSHOT_RELATIONS) {
      const relation = await describeRelation(client, name)
      const file = `${name}.csv.gz`
      const written = await writeRelation(client, relation, join(directory, file), options)
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

/**
 * Writes a snapshot to another folder and renames that when it is complete: a folder of this name is never half a snapshot.
 * Remains of an interrupted run are removed first; a failed run leaves none.
 * @param options `directory` must not exist, or be empty.
 */
export async function publishSnapshot(options: SnapshotOptions): Promise<SnapshotSchema> {
  const partial = `${options.directory}.partial`
  try {
    await mkdir(dirname(partial), { recursive: true })
    await rm(partial, { recursive: true, force: true })
    const schema = await takeSnapshot({ ...options, directory: partial })
    if (existsSync(options.directory)) await rmdir(options.directory)
    await rename(partial, options.directory)
    return schema
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
