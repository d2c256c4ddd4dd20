import type { CompiledQuery, QueryExecutor } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../driver/connection.ts'
import type { Executor } from '../driver/pipelining.ts'
import { inTransaction } from '../driver/transactions.ts'
import { dumpDatabase } from '../maintenance/inspect/table-rows.ts'
import { emptyDatabase } from '../testing/empty-database.ts'
import { createTestStore } from '../testing/test-store.ts'
import { applyIncoming } from './apply-batch.ts'
import type { IncomingBatch, IndexedBatch } from './batch.ts'
import type { Phase } from './define-phase.ts'
import { INGEST_PHASES } from './phases.ts'
import { openNative } from './testing/empty-stores.ts'
import { fullBatches, NEW_TOKEN, TOKEN } from './testing/full-batches.ts'
import { COLLECTION } from './testing/market-story.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyDatabase(store.db)
  await openNative(store.db)
})

/** Tables that the statements of a phase named. */
interface Named {
  readonly byReads: Set<string>
  readonly writtenByReads: Set<string>
  readonly byWrites: Set<string>
  readonly written: Set<string>
  /** Tables of which rows were changed or removed, rather than added. */
  readonly changed: Set<string>
}

/** Statements on the same connection, each recorded before it is sent. */
function watched(db: Executor, onStatement: (text: string) => void): Executor {
  const executor = db.getExecutor()
  const executeQuery = (query: CompiledQuery) => {
    onStatement(query.sql)
    return executor.executeQuery(query)
  }
  const watching = new Proxy(executor, {
    get: (target, name) => {
      if (name === 'executeQuery') return executeQuery
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { getExecutor: () => watching as QueryExecutor }
}

/** All tables that one of our statements names: they are written with their schema, and functions with a parenthesis. */
function tablesIn(text: string): readonly string[] {
  return [...text.replaceAll('"', '').matchAll(/\b((?:chain|market|account)\.\w+)\b(?!\s*\()/g)].map(
    (found) => found[1] ?? '',
  )
}

function writtenIn(text: string, verb: RegExp): readonly string[] {
  const found = text
    .replaceAll('"', '')
    .matchAll(new RegExp(`${verb.source}\\s+((?:chain|market|account)\\.\\w+)`, 'gi'))
  return [...found].map((each) => each[1] ?? '')
}

/**
 * Runs the phases of the write path one by one in their order, whose result the planned run has to match, and notes the tables that their
 * statements name.
 */
async function runApart(batch: IncomingBatch, named: Map<Phase, Named>): Promise<void> {
  await inTransaction(store.db, async (db) => {
    const outputs = new Map<Phase, unknown>()
    const run = { batch, outputOf: <Output>(phase: Phase<Output>) => outputs.get(phase) as Output }
    for (const phase of INGEST_PHASES) {
      const tables = named.get(phase) ?? {
        byReads: new Set(),
        writtenByReads: new Set(),
        byWrites: new Set(),
        written: new Set(),
        changed: new Set(),
      }
      named.set(phase, tables)
      const reading = watched(db, (text) => {
        for (const table of tablesIn(text)) tables.byReads.add(table)
        for (const table of writtenIn(text, /(?:insert into|update|delete from)/)) tables.writtenByReads.add(table)
      })
      let hasReturned = false
      const writing = watched(db, (text) => {
        expect(hasReturned, `${phase.name} sends a write late`).toBe(false)
        for (const table of tablesIn(text)) tables.byWrites.add(table)
        for (const table of writtenIn(text, /(?:insert into|update|delete from)/)) tables.written.add(table)
        for (const table of writtenIn(text, /(?<!do )(?:update|delete from)/)) tables.changed.add(table)
      })
      outputs.set(phase, phase.compute(run, await phase.read?.(reading, run)))
      const statements = phase.write?.(writing, run) ?? []
      hasReturned = true
      await Promise.all(statements)
    }
    return { last: [] }
  })
}

function incoming(batch: IndexedBatch): IncomingBatch {
  const transactions = batch.transactions.map((each) => each.transaction)
  const lookups = [TOKEN, NEW_TOKEN, COLLECTION]
  return { ...batch, transactions, lookups, decode: () => batch }
}

test('the tables that phases declare are those that their statements name, and no read writes', async () => {
  const named = new Map<Phase, Named>()
  const batches = fullBatches()
  // More open listings than are compared when the floor moves.
  await store.pool.query(
    `insert into market.listing_spans (marketplace, listing_id, from_micros, to_micros, collection_id, price_octas)
      select 'opal', 'open ' || number, 1, null, $1, 1000000 from generate_series(1, 1001) number`,
    [COLLECTION],
  )
  for (const batch of batches.slice(0, -1)) await runApart(incoming(batch), named)
  // As when a stopped marketplace resumes: activities are derived again.
  await store.db.deleteFrom('market.activities').execute()
  for (const batch of batches.slice(-1)) await runApart(incoming(batch), named)
  for (const [phase, { byReads, writtenByReads, byWrites, written, changed }] of named) {
    const declared = new Set<string>([...phase.reads, ...phase.readsBefore])
    const own = new Set<string>(phase.writes)
    expect.soft([...writtenByReads], `${phase.name} writes while it reads`).toEqual([])
    expect
      .soft(
        [...byReads].filter((table) => !declared.has(table)),
        `${phase.name} reads`,
      )
      .toEqual([])
    expect
      .soft(
        [...written].filter((table) => !own.has(table)),
        `${phase.name} writes`,
      )
      .toEqual([])
    const others = [...byWrites].filter((table) => !declared.has(table) && !own.has(table))
    expect.soft(others, `${phase.name} reads to write`).toEqual([])
    // A phase must declare the tables it shares with other writers.
    const shared = [...changed].filter((table) => isWrittenByOthers(phase, table))
    expect
      .soft(
        shared.filter((table) => !declared.has(table)),
        `${phase.name} changes`,
      )
      .toEqual([])
    // Nothing is declared for no reason. Of names and assets the story holds little.
    if (phase.name === 'names-and-assets') continue
    expect
      .soft([...declared].filter((table) => !byReads.has(table) && !byWrites.has(table) && !own.has(table)))
      .toEqual([])
    expect
      .soft(
        [...own].filter((table) => !written.has(table)),
        `${phase.name} declares`,
      )
      .toEqual([])
  }
})

test('overlapping phases leave the rows that each leaves by itself', async () => {
  for (const batch of fullBatches()) await runApart(incoming(batch), new Map())
  const apart = await dumpDatabase(store.db)
  await emptyDatabase(store.db)
  await openNative(store.db)
  for (const batch of fullBatches()) await applyIncoming(store.db, incoming(batch))
  expect(await dumpDatabase(store.db)).toEqual(apart)
  expect(apart['market.sales']?.length).toBeGreaterThan(1)
})

function isWrittenByOthers(phase: Phase, table: string): boolean {
  return INGEST_PHASES.some((other) => other !== phase && other.writes.some((written) => written === table))
}
