import type { Store } from '@opal/store/driver/connection'
import {
  type BareRows,
  bareInsert,
  bareValues,
  COMPARABLE_TABLES,
  readBareRows,
} from '@opal/store/maintenance/inspect/table-rows'
import { secondsOf } from '../seconds-of.ts'

const BATCH_ROWS = 5_000
const ROWS_OF_A_SMALL_COMMIT = 100

/** Returns everything that indexing left in a database. */
export async function readWrittenRows(store: Store): Promise<readonly BareRows[]> {
  const read: BareRows[] = []
  for (const table of COMPARABLE_TABLES) read.push(await readBareRows(store, table))
  return read.filter(({ count }) => count > 0)
}

/** Writes the same rows into an empty database by bare statements of 5,000 rows. @returns seconds. */
export async function writeSameRows(store: Store, tables: readonly BareRows[]): Promise<number> {
  return secondsOf(async () => {
    for (const rows of tables) {
      const text = bareInsert(rows)
      for (let from = 0; from < rows.count; from += BATCH_ROWS) {
        await store.pool.query(text, bareValues(rows, from, from + BATCH_ROWS))
      }
    }
  })
}

/** Commits of a hundred rows each into an empty table of the database, one after the other, beginning again when it is full. */
export class SmallCommits {
  readonly #store: Store
  readonly #rows: BareRows
  readonly #text: string
  #from = 0

  /** Takes activities: a primary key and several more indexes, as most tables have. */
  constructor(store: Store, tables: readonly BareRows[]) {
    const rows = tables.find(({ table }) => table === 'market.activities')
    if (rows === undefined) throw new Error('nothing was traded')
    this.#store = store
    this.#rows = rows
    this.#text = bareInsert(rows)
  }

  /** @returns milliseconds of the next commit. */
  async next(): Promise<number> {
    if (this.#from + ROWS_OF_A_SMALL_COMMIT > this.#rows.count) {
      await this.#store.pool.query(`truncate ${this.#rows.table}`)
      this.#from = 0
    }
    const [from, to] = [this.#from, this.#from + ROWS_OF_A_SMALL_COMMIT]
    this.#from = to
    return 1_000 * (await secondsOf(() => this.#write(from, to)))
  }

  async #write(from: number, to: number): Promise<void> {
    await this.#store.pool.query(this.#text, bareValues(this.#rows, from, to))
  }
}
