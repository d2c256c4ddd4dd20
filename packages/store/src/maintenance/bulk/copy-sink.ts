import { once } from 'node:events'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Columns, Table } from '../../schema/table.ts'

/** Values of a COPY column: text, JSON as text, null. */
export type CopyValue = string | number | bigint | boolean | null

/** Characters of text that are collected before they are sent. */
const CHUNK = 256 * 1024

/**
 * A table that is being filled: emptied and filled in one transaction, so that no reader sees half of it, and rows are
 * written as frozen ones, which no vacuum has to visit.
 */
export class CopySink {
  readonly #client: pg.Client
  readonly #stream: CopyStreamQuery
  #gathered = ''
  #failure: Error | null = null
  rows = 0

  private constructor(client: pg.Client, stream: CopyStreamQuery) {
    this.#client = client
    this.#stream = stream
    stream.on('error', (error) => {
      this.#failure = error
    })
  }

  /** @param columns which of the table's, in the order in which their values will come. */
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

  /** Takes a row; it goes to the server with many others. Ask {@link isFull} now and then. */
  write(values: readonly CopyValue[]): void {
    let separator = ''
    for (const value of values) {
      this.#gathered += separator
      this.#gathered += value === null ? '\\N' : typeof value === 'string' ? escaped(value) : value
      separator = '\t'
    }
    this.#gathered += '\n'
    this.rows += 1
    if (this.#gathered.length >= CHUNK) this.#flush()
  }

  /** The server is behind: wait for {@link drained} before writing much more. */
  get isFull(): boolean {
    return this.#stream.writableNeedDrain
  }

  /** @throws what the server refused. */
  async drained(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain')
  }

  /** Sends what is left and commits. @throws what the server refused. */
  async end(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    this.#flush()
    this.#stream.end()
    await once(this.#stream, 'finish')
    await this.#client.query('commit')
  }

  #flush(): void {
    if (this.#gathered === '') return
    this.#stream.write(this.#gathered)
    this.#gathered = ''
  }
}

const SPECIAL = /[\\\t\n\r]/g

/** @source PostgreSQL documentation, COPY, "Text Format" */
function escaped(text: string): string {
  if (text.search(SPECIAL) === -1) return text
  return text.replaceAll(SPECIAL, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
