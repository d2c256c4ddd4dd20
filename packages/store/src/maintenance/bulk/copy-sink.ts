import { once } from 'node:events'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Columns, Table } from '../../schema/table.ts'

/** A value of a row; JSON as text. */
export type CopyValue = string | number | bigint | boolean | null

/** Characters that are buffered before they are sent. */
const CHUNK_LENGTH = 256 * 1024

/**
 * Fills a table by COPY. The table is emptied and filled in one transaction, so that no reader sees half of it, and rows are
 * written frozen, which saves a vacuum.
 */
export class CopySink {
  readonly #client: pg.Client
  readonly #stream: CopyStreamQuery
  #buffer = ''
  #failure: Error | null = null
  rows = 0

  private constructor(client: pg.Client, stream: CopyStreamQuery) {
    this.#client = client
    this.#stream = stream
    stream.on('error', (error) => {
      this.#failure = error
    })
  }

  /** Empties the table and begins to fill it. @param columns in the order of the values of a row */
  static async open<Of extends Columns>(
    client: pg.Client,
    table: Table<Of>,
    columns: readonly (keyof Of & string)[],
  ): Promise<CopySink> {
    await client.query('begin')
    await client.query(`truncate ${table.name}`)
    const stream = client.query(from(`copy ${table.name} (${columns.join(', ')}) from stdin with (freeze)`))
    return new CopySink(client, stream)
  }

  /** Buffers a row, and sends the buffer when it is full. Await {@link drained} every few thousand rows. */
  write(values: readonly CopyValue[]): void {
    let separator = ''
    for (const value of values) {
      this.#buffer += separator
      this.#buffer += value === null ? '\\N' : typeof value === 'string' ? escapeText(value) : value
      separator = '\t'
    }
    this.#buffer += '\n'
    this.rows += 1
    if (this.#buffer.length >= CHUNK_LENGTH) this.#flush()
  }

  /** Resolves when the server has caught up. @throws the server's error */
  async drained(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain')
  }

  /** Sends the rest of the rows and commits. @throws the server's error */
  async end(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    this.#flush()
    this.#stream.end()
    await once(this.#stream, 'finish')
    await this.#client.query('commit')
  }

  #flush(): void {
    if (this.#buffer === '') return
    this.#stream.write(this.#buffer)
    this.#buffer = ''
  }
}

const SPECIAL = /[\\\t\n\r]/g

/** @source PostgreSQL documentation, COPY, "Text Format" */
function escapeText(text: string): string {
  if (text.search(SPECIAL) === -1) return text
  return text.replaceAll(SPECIAL, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
