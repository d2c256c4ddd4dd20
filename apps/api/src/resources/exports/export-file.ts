import { Readable } from 'node:stream'
import { MAX_EXPORT_ROWS } from '@opal/contract/portfolio/exports'
import { createFairQueue } from '@opal/domain/limits/fair-queue'
import { csvLine } from '@opal/domain/text/csv'
import type * as z from 'zod'
import { inSteps } from '../../event-loop.ts'
import { QueriesBusyError } from '../../http/limits/query-gate.ts'
import { type FileClient, SentAsIs } from '../../http/routes/route.ts'
import { checkAnswer } from '../../http/routes/serialize-answer.ts'

/** Rows of a page: what is in memory while a file is written. */
const PAGE = 1_000

/**
 * Pages of files are read over two connections of the pool, so that other calls never wait for them, in turns of clients. Few places of files
 * are open at a time, and a page whose reader has left waits no longer, so hardly as many wait as may.
 */
const reads = createFairQueue(
  { concurrency: 2, concurrencyPerClient: 1, maxPending: 200, maxPendingPerClient: 50, maxWaitMs: 60_000 },
  () => new QueriesBusyError(),
)

/** A row of a file: amounts are text, which keeps every digit. */
type ExportRow = Readonly<Record<string, string | boolean | null>>

export interface ExportOptions<Stored, Row extends ExportRow> {
  readonly format: 'csv' | 'json'
  /** Names the file, e.g. `portfolio`. */
  readonly name: string
  readonly wallet: string
  /** In whose turns its pages are read, until it leaves. */
  readonly reader: FileClient
  /** Contract of a row; its members are the columns, in their order. */
  readonly row: z.ZodObject & z.ZodType<Row>
  readonly readPage: (take: number, after: Stored | undefined) => Promise<readonly Stored[]>
  readonly present: (stored: Stored) => Row
  /** Default {@link MAX_EXPORT_ROWS}. */
  readonly maxRows?: number
}

/**
 * Answers rows as a file that is written page by page, as fast as it is read. The first page is read before the answer
 * begins, so that a store that cannot answer is an error and not half a file. Every row is checked against the contract; a bad one further
 * down breaks the transfer off.
 */
export async function exportFile<Stored, Row extends ExportRow>(
  options: ExportOptions<Stored, Row>,
): Promise<SentAsIs> {
  const chunks = options.format === 'csv' ? csvChunks(options) : jsonChunks(options)
  const first = await chunks.next()
  const body = Readable.from(startedBy(first.value ?? '', chunks), { objectMode: false })
  const type = options.format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8'
  const file = `opal-${options.name}-${options.wallet}.${options.format}`
  return new SentAsIs(body, {
    'content-type': type,
    'content-disposition': `attachment; filename="${file}"`,
    'cache-control': 'no-store',
  })
}

async function* startedBy(first: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string> {
  yield first
  yield* rest
}

async function* csvChunks<Stored, Row extends ExportRow>(
  options: ExportOptions<Stored, Row>,
): AsyncGenerator<string, void> {
  const columns = options.row.keyof().options as readonly (keyof Row & string)[]
  let head = csvLine(columns)
  for await (const { rows } of pages(options, (row) => csvLine(columns.map((column) => cellOf(row[column]))))) {
    yield head + rows.join('')
    head = ''
  }
}

function cellOf(value: ExportRow[string] | undefined): string | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null)
}

async function* jsonChunks<Stored, Row extends ExportRow>(
  options: ExportOptions<Stored, Row>,
): AsyncGenerator<string, void> {
  let head = `{"wallet":${JSON.stringify(options.wallet)},"rows":[`
  let isComplete = true
  for await (const page of pages(options, (row) => JSON.stringify(row))) {
    const text = page.rows.join(',')
    yield text === '' ? head : head + text
    head = text === '' ? '' : ','
    isComplete = page.isComplete
  }
  yield `],"isComplete":${isComplete}}`
}

/** At least one page, though it may be empty; only the first may be. @param textOf writes a row. */
async function* pages<Stored, Row extends ExportRow>(
  { readPage, present, row, reader: { client, leaving }, maxRows = MAX_EXPORT_ROWS }: ExportOptions<Stored, Row>,
  textOf: (row: Row) => string,
): AsyncGenerator<{ rows: readonly string[]; isComplete: boolean }, void> {
  let after: Stored | undefined
  let left = maxRows
  while (true) {
    const take = Math.min(PAGE, left)
    // Reads one row more than it writes, to know whether there is a next page.
    const place = after
    const found = await reads.add(client, () => readPage(take + 1, place), { signal: leaving })
    const written = found.slice(0, take)
    const hasMore = found.length > take
    left -= written.length
    after = written.at(-1)
    yield {
      rows: await inSteps(serializeRows(written, (stored) => textOf(checkAnswer(row, present(stored))))),
      isComplete: !hasMore,
    }
    if (!hasMore || left === 0) return
  }
}

/** Rows that are written before other calls get a turn. */
const ROWS_PER_STEP = 50

function* serializeRows<Stored>(
  rows: readonly Stored[],
  serialize: (stored: Stored) => string,
): Generator<undefined, readonly string[]> {
  const texts: string[] = []
  for (const [at, stored] of rows.entries()) {
    if (at > 0 && at % ROWS_PER_STEP === 0) yield
    texts.push(serialize(stored))
  }
  return texts
}
