import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { copyCsvLine } from './copy-csv-line.ts'
import type { RelationSchema } from './describe-relation.ts'

/** Rows in memory at once. */
const BATCH = 2_000

/** What was written of one table or view. */
export interface WrittenFile {
  readonly rows: number
  /** Of the gzip'd file. */
  readonly bytes: number
  /** Of the gzip'd file, hex. */
  readonly sha256: string
}

/** Writes every row as gzip'd CSV with a head, as fast as the disk takes it. The client must be in a transaction. */
export async function writeRelation(
  client: pg.ClientBase,
  { name, columns }: RelationSchema,
  path: string,
  onRows: (rows: number) => void,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0

  async function* lines(): AsyncGenerator<string> {
    yield copyCsvLine(columns.map((column) => column.name))
    const texts = columns.map((column) => `"${column.name}"::text`).join(', ')
    await client.query(`declare snapshot_rows no scroll cursor for select ${texts} from ${name}`)
    while (true) {
      const text = `fetch ${BATCH} from snapshot_rows`
      const batch = await client.query<(string | null)[]>({ text, rowMode: 'array' })
      if (batch.rows.length === 0) break
      rows += batch.rows.length
      onRows(rows)
      yield batch.rows.map(copyCsvLine).join('')
    }
    await client.query('close snapshot_rows')
  }
  async function* measured(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), createGzip(), measured, createWriteStream(path))
  return { rows, bytes, sha256: hash.digest('hex') }
}
