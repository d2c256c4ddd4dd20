import type { Reader } from '@opal/store/queries/read-rows'
import {
  readListItemTraitRows,
  readTraitRows,
  type TraitPage,
  type TraitPageQuery,
} from '@opal/store/queries/traits/trait-rows'
import { TraitColumnsBuilder } from './trait-columns.ts'

/** Limits of the trait columns of a collection. Traits are untrusted text, so bytes are bounded as well as tokens. */
export interface ReadBounds {
  /** A collection of more tokens, or whose columns take more bytes in memory, is not filtered by traits. */
  readonly tokens: number
  readonly bytes: number
  /** A collection of which more text would have to be read is not filtered by traits either. */
  readonly readBytes: number
  /** Rows of one page, and their text: it is added to the columns in one piece, in which no other call is answered. */
  readonly pageTokens: number
  readonly pageBytes: number
}

/** How a read takes the process's time. */
export interface ReadTime {
  /** Runs what adds a page to the columns, in the turn of this read. */
  atHalfTime<Result>(work: () => Result): Promise<Result>
  /** Notes that adding a page took so long, milliseconds. */
  charge(ms: number): void
}

/**
 * Reads a collection's columns; null for one that is too large, and `long` for one with too much text, of which it reads no more than
 * `readBytes`.
 */
export async function readColumns(
  store: Reader,
  collectionId: string,
  bounds: ReadBounds,
  time: ReadTime,
): Promise<TraitColumnsBuilder | 'long' | null> {
  const ofListItems = new TraitColumnsBuilder()
  const end = await readPages(
    (page) => readListItemTraitRows(store, collectionId, page),
    ({ row }) => row !== null && ofListItems.add(row),
    ofListItems,
    bounds,
    time,
  )
  if (end !== 'absent') return columnsOf(end, ofListItems)
  const ofTokens = new TraitColumnsBuilder()
  const page = (page: TraitPageQuery) => readTraitRows(store, collectionId, page)
  return columnsOf(await readPages(page, (row) => ofTokens.add(row), ofTokens, bounds, time), ofTokens)
}

/** How the reading of pages ended. */
type End = 'whole' | 'too large' | 'long' | 'absent'

function columnsOf(end: End, columns: TraitColumnsBuilder): TraitColumnsBuilder | 'long' | null {
  if (end === 'long') return end
  return end === 'whole' ? columns : null
}

/** Adds all rows to columns, a page at a time. A page has as many rows as the last one shows to be little enough text. */
async function readPages<Row extends { readonly tokenDataId: string }>(
  read: (page: TraitPageQuery) => Promise<TraitPage<Row> | null>,
  add: (row: Row) => void,
  columns: TraitColumnsBuilder,
  bounds: ReadBounds,
  time: ReadTime,
): Promise<End> {
  let readBytes = 0
  for (let take = bounds.pageTokens, afterId: string | null = null; ; ) {
    const page: TraitPage<Row> | null = await read({ take, bytes: bounds.pageBytes, afterId })
    if (page === null) return 'absent'
    const { rows } = page
    await time.atHalfTime(() => {
      const startMs = performance.now()
      for (const row of rows) add(row)
      time.charge(performance.now() - startMs)
    })
    readBytes += page.bytes
    if (columns.tokens > bounds.tokens || columns.bytes > bounds.bytes) return 'too large'
    if (readBytes > bounds.readBytes) return 'long'
    if (!page.hasMore) return 'whole'
    afterId = page.rows.at(-1)?.tokenDataId ?? afterId
    // A power of two: the store plans a statement for each number.
    take = Math.min(bounds.pageTokens, 2 ** Math.floor(Math.log2(rows.length * 4)))
  }
}
