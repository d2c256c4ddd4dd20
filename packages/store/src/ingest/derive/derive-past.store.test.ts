import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { DeriveTakenError } from '../../errors.ts'
import { dumpDatabase } from '../../maintenance/inspect/table-rows.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { readStoredWindows } from '../../testing/read-stored-windows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IncomingBatch, IndexedBatch } from '../batch.ts'
import { settleNextPoints } from '../points/settle-points.ts'
import { writeRaw } from '../raw/write-raw.ts'
import { readCheckpoint } from '../stream/checkpoint.ts'
import { openNative } from '../testing/empty-stores.ts'
import { fullBatches } from '../testing/full-batches.ts'
import { cut, moves, played } from '../testing/market-moves.ts'
import { type Derivation, dropDerivation, openDerivation } from './derive-past.ts'

let store: Store
let allIndexes: readonly string[]
beforeAll(async () => {
  store = await createTestStore()
  allIndexes = await indexes()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyDatabase(store.db)
  await openNative(store.db)
})

const GOING = new AbortController().signal

/** Everything that the batches end in when they are indexed one after another. */
async function rowByRow(batches: readonly IndexedBatch[]) {
  for (const batch of batches) await applyBatch(store.db, batch)
  while (await settleNextPoints(store.db));
  const rows = await dumpDatabase(store.db)
  const sums = await readStoredWindows(store.db)
  const queued = await queuedTokens()
  await emptyDatabase(store.db)
  return { rows, sums, queued }
}

async function queuedTokens(): Promise<ReadonlySet<string>> {
  const known = await store.db.selectFrom('chain.current_token_datas_v2').select('token_data_id').execute()
  const queued = await store.db.selectFrom('market.token_list_item_queue').select('token_data_id').execute()
  await store.db.deleteFrom('market.token_list_item_queue').execute()
  const ids = new Set(known.map((row) => row.token_data_id))
  return new Set(queued.map((row) => row.token_data_id).filter((id) => ids.has(id)))
}

/** Definitions of all indexes, keys included. */
async function indexes(): Promise<readonly string[]> {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname in ('chain', 'market') order by indexdef`.execute(store.db)
  return rows.map(({ indexdef }) => indexdef)
}

function incoming(batch: IndexedBatch): IncomingBatch {
  const transactions = batch.transactions.map((each) => each.transaction)
  return { ...batch, transactions, lookups: [], decode: () => batch }
}

const open = (shareSize: number) =>
  openDerivation(store.db, {
    connectionString: store.connectionString,
    stream: 'main',
    fromVersion: 0n,
    connections: 1 + (shareSize % 3),
    shareSize,
  })

/** Writes the logs that are left. @returns whether all are written: the program may end before. */
async function writeLogs(derivation: Derivation, batches: readonly IndexedBatch[], most: number): Promise<boolean> {
  const from = derivation.nextVersion
  const left = batches.filter(({ position }) => from !== null && position.nextVersion > from)
  for (const batch of left.slice(0, most)) await derivation.writeLogs(incoming(batch))
  return left.length <= most
}

/** Work of one process before it is killed: a number of log batches, or a number of chunks of later steps. */
interface ShortLife {
  readonly batches: number
  readonly shares: number
}

/** Derives the batches by one program after another; the last is not killed. */
async function inTwoPasses(batches: readonly IndexedBatch[], lives: readonly ShortLife[], shareSize: number) {
  await writeRaw(
    store.db,
    batches.flatMap(({ transactions }) => transactions.map(({ transaction }) => transaction)),
  )
  const last = batches.at(-1)
  if (last === undefined) throw new Error('no batch')
  for (const life of [...lives, { batches: Infinity, shares: Infinity }]) {
    await using derivation = await open(shareSize)
    if (!(await writeLogs(derivation, batches, life.batches))) continue
    const killed = killAfter(life.shares)
    try {
      await derivation.complete(last.position, GOING, () => undefined)
      break
    } catch (error) {
      if (error !== killed.error) throw error
    } finally {
      killed.mend()
    }
  }
  expect((await readCheckpoint(store.db, 'main'))?.next_version).toBe(last.position.nextVersion)
  expect(await indexes()).toEqual(allIndexes)
}

/** Fails before the share behind so many: each asks whether to go on. */
function killAfter(shares: number): { readonly error: Error; mend(): void } {
  const error = new Error('killed')
  let left = shares
  const spy = vi.spyOn(AbortSignal.prototype, 'throwIfAborted').mockImplementation(() => {
    left -= 1
    if (left < 0) throw error
  })
  return { error, mend: () => spy.mockRestore() }
}

const lives = fc.array(
  fc.record({ batches: fc.integer({ min: 0, max: 9 }), shares: fc.integer({ min: 0, max: 25 }) }),
  {
    maxLength: 4,
  },
)
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })

test('a past that is derived from its logs leaves the rows of one that is indexed row by row, however it is cut and interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(moves, sizes, lives, fc.integer({ min: 1, max: 9 }), async (story, each, ended, shareSize) => {
      await emptyDatabase(store.db)
      const { transactions } = played(story)
      const expected = await rowByRow(cut(transactions, [3, 1, 2]))
      await inTwoPasses(cut(transactions, each), ended, shareSize)
      expect(await dumpDatabase(store.db)).toEqual(expected.rows)
      expect(await readStoredWindows(store.db)).toEqual(expected.sums)
      expect(await queuedTokens()).toEqual(expected.queued)
    }),
    { numRuns: runs(8, 150) },
  )
})

/** Batches without the rows that the raw pass writes itself: each transaction once, in ledger order. */
function fullHistory(): readonly IndexedBatch[] {
  const batches = fullBatches()
  const known = new Map(
    batches.flatMap(({ transactions }) => transactions.map((each) => [each.transaction.version, each] as const)),
  )
  const transactions = [...known.values()].sort((a, b) => (a.transaction.version < b.transaction.version ? -1 : 1))
  const stops = batches.flatMap((batch) => batch.stops)
  return cut(transactions, [5]).map((batch, index) => ({ ...batch, stops: index === 1 ? stops : [] }))
}

test('everything that a batch can hold is derived as it is row by row', async () => {
  const history = fullHistory()
  const { rows } = await rowByRow(history)
  const filled = Object.entries(rows).filter(([, of]) => of.length > 0)
  expect(filled.map(([table]) => table)).toEqual(
    expect.arrayContaining(['market.token_stores', 'market.bid_pools', 'chain.decode_stops']),
  )
  await inTwoPasses(
    history,
    [
      { batches: 1, shares: 0 },
      { batches: Infinity, shares: 4 },
    ],
    3,
  )
  expect(await dumpDatabase(store.db)).toEqual(rows)
})

test('a process that has lost the derivation to another writes nothing more', async () => {
  const history = fullHistory()
  const { rows } = await rowByRow(history)
  const [first, ...rest] = history
  const last = history.at(-1)
  if (first === undefined || last === undefined) throw new Error('no history')
  await writeRaw(
    store.db,
    history.flatMap(({ transactions }) => transactions.map(({ transaction }) => transaction)),
  )
  await using former = await open(2)
  await former.writeLogs(incoming(first))
  await using latter = await open(3)
  for (const batch of rest) {
    await expect(former.writeLogs(incoming(batch))).rejects.toThrow(DeriveTakenError)
    await latter.writeLogs(incoming(batch))
  }
  await expect(former.complete(last.position, GOING, () => undefined)).rejects.toThrow(DeriveTakenError)
  await latter.complete(last.position, GOING, () => undefined)
  expect(await dumpDatabase(store.db)).toEqual(rows)
})

/** Gives up what is derived. */
const giveUp = (signal: AbortSignal) =>
  dropDerivation(store.db, { connectionString: store.connectionString, stream: 'main', signal })

test('a past that is given up in any step leaves no derived rows', async () => {
  const history = fullHistory()
  const empty = await dumpDatabase(store.db)
  const last = history.at(-1)
  if (last === undefined) throw new Error('no history')
  for (let steps = 0; steps < 4; steps += 1) {
    {
      await using derivation = await open(2)
      await writeLogs(derivation, history, Infinity)
      const ending = new AbortController()
      let seen = 0
      const onStep = () => void (seen++ === steps && ending.abort())
      await expect(derivation.complete(last.position, ending.signal, onStep)).rejects.toThrow()
    }
    await giveUp(GOING)
    expect(await dumpDatabase(store.db)).toEqual(empty)
    expect(await indexes()).toEqual(allIndexes)
  }
})

test('a past that is given up waits for no index where the program is asked to end, and is given up by the next one', async () => {
  await (await open(1))[Symbol.asyncDispose]()
  const writer = await store.pool.connect()
  await writer.query('begin; lock table market.activities in row exclusive mode')
  const ending = new AbortController()
  const givingUp = giveUp(ending.signal).catch((error: unknown) => error)
  const waiting = `select from pg_stat_activity
    where application_name = 'opal-bulk' and wait_event = 'relation' and datname = current_database()`
  await expect.poll(async () => (await store.pool.query(waiting)).rowCount).toBeGreaterThan(0)
  ending.abort()
  expect(await givingUp).toBe(ending.signal.reason)
  await writer.query('rollback')
  writer.release()
  await giveUp(GOING)
  expect(await indexes()).toEqual(allIndexes)
})
