import type { Address } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { RangeTakenError, WrongChainError } from '../../errors.ts'
import { dumpDatabase } from '../../maintenance/inspect/table-rows.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, aptTransfer } from '../testing/market-story.ts'
import { closeRawRanges, openRawRanges, openRawWriter, type RawPart, rawEnd, readRawRanges } from './raw-ranges.ts'
import { writeRaw } from './write-raw.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => emptyDatabase(store.db))
afterEach(() => vi.restoreAllMocks())

const SPAN = { stream: 'main', chainId: 4, fromVersion: 0n }

/** A transaction with an event, or with a change of each kind and of each odd text. */
function transactionAt(version: bigint, text: string, data: Json): ChainTransaction {
  const changes: readonly ChainChange[] = [
    { kind: 'write-resource', index: 0, address: address('a1'), type: text, data },
    { kind: 'delete-resource', index: 1, address: address('a2'), type: text },
    { kind: 'write-table-item', index: 2, handle: text, keyType: text, key: data, valueType: text, value: data },
    { kind: 'delete-table-item', index: 3, handle: text, keyType: text, key: data },
  ]
  return {
    version,
    hash: `0x${version}`,
    blockHeight: version,
    epoch: 2n ** 62n,
    timestampMicros: version * 1_000n,
    success: true,
    sender: version % 2n === 0n ? null : (address('a3') as Address),
    entryFunction: version % 3n === 0n ? null : text,
    gasUsed: version,
    gasUnitPrice: 100n,
    events: [
      {
        index: 7,
        type: text,
        accountAddress: address('a4'),
        creationNumber: 2n ** 64n - 1n,
        sequenceNumber: version * 10_000n ** (version % 4n),
        data,
      },
    ],
    changes: version % 2n === 0n ? changes : [],
  }
}

/** Texts, including some that PostgreSQL cannot store. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\u0000', '\ud800', '\\N', 'ü\t\n', 'x'.repeat(70_000)),
)
const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)

test('COPY stores the same rows as inserting', async () => {
  const any = fc.array(fc.tuple(texts, values), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(any, async (parts) => {
      await emptyDatabase(store.db)
      const all = parts.map(([text, data], index) => transactionAt(BigInt(index), text, data))
      await writeRaw(store.db, all)
      const inserted = await dumpDatabase(store.db)
      await emptyDatabase(store.db)
      const [range] = await openRawRanges(store.db, { ...SPAN, toVersion: 100n, ranges: 1 })
      if (range === undefined) throw new Error('no range')
      await using writer = await openRawWriter(store.connectionString, range)
      await writer.write({ transactions: all, state: [], nextVersion: 100n, lastTimestampMicros: 5n })
      expect(await dumpDatabase(store.db)).toEqual(inserted)
    }),
    { numRuns: runs(12) },
  )
})

const LENGTH = 40
const HISTORY = Array.from({ length: LENGTH }, (_, index) => transactionAt(BigInt(index), `t${index}`, { index }))
/** Every third transaction is not selected; every fourth moves APT. */
const isWanted = (version: bigint) => version % 3n !== 0n
const stateAt = (version: bigint) =>
  version % 4n === 0n ? [aptTransfer(version, address('b1'), address(version % 8n === 0n ? 'b2' : 'b3'))] : []

function partOf(from: bigint, to: bigint): RawPart {
  const versions = HISTORY.map(({ version }) => version).filter((version) => version >= from && version < to)
  return {
    transactions: HISTORY.filter(({ version }) => versions.includes(version) && isWanted(version)),
    state: versions.flatMap(stateAt),
    nextVersion: to,
    lastTimestampMicros: (to - 1n) * 1_000n,
  }
}

/** Breaks the connection of a raw writer before or after its nth statement from now on is sent. */
function breakAt(statement: number, isSent: boolean): () => void {
  let sent = 0
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { connection, connectionParameters } = this as unknown as {
      connection: { stream: { destroy(): void } }
      connectionParameters: { application_name?: string }
    }
    if (connectionParameters.application_name !== 'opal-raw') return query.apply(this, args) as never
    sent += 1
    if (sent === statement && !isSent) connection.stream.destroy()
    const answer = query.apply(this, args)
    if (sent === statement && isSent) setImmediate(() => connection.stream.destroy())
    return answer as never
  })
  return () => spy.mockRestore()
}

type Step =
  | { readonly kind: 'write'; readonly range: number; readonly length: number }
  | {
      readonly kind: 'kill'
      readonly range: number
      readonly length: number
      readonly statement: number
      readonly isSent: boolean
    }
  | { readonly kind: 'twice'; readonly range: number; readonly length: number }

const lengths = fc.integer({ min: 1, max: 9 })
const anyRange = fc.nat({ max: 3 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), range: anyRange, length: lengths }),
  fc.record({
    kind: fc.constant('kill' as const),
    range: anyRange,
    length: lengths,
    statement: fc.integer({ min: 1, max: 12 }),
    isSent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('twice' as const), range: anyRange, length: lengths }),
)

async function take(step: Step, ranges: number): Promise<void> {
  // Each step starts like a new process, which knows only the store.
  const open = (await openRawRanges(store.db, { ...SPAN, toVersion: BigInt(LENGTH), ranges })).filter(
    (range) => range.next_version < range.to_version,
  )
  const range = open[step.range % Math.max(open.length, 1)]
  if (range === undefined) return
  const end = range.next_version + BigInt(step.length)
  const part = partOf(range.next_version, end < range.to_version ? end : range.to_version)
  const writer = await openRawWriter(store.connectionString, range)
  const other = step.kind === 'twice' ? await openRawWriter(store.connectionString, range) : null
  const mend = step.kind === 'kill' ? breakAt(step.statement, step.isSent) : () => undefined
  try {
    if (step.kind === 'kill') await writer.write(part).catch(() => undefined)
    else if (other === null) await writer.write(part)
    else {
      const both = await Promise.allSettled([writer.write(part), other.write(part)])
      const failed = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      expect(failed).toEqual([expect.any(RangeTakenError)])
    }
  } finally {
    mend()
    await Promise.allSettled([writer[Symbol.asyncDispose]()])
    await other?.[Symbol.asyncDispose]()
    await writersToEnd()
  }
}

/** Waits for the server to notice broken connections: until then it may still commit what it has received. */
async function writersToEnd(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and application_name = 'opal-raw'`.execute(store.db)
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 5 },
  )
}

/** Indexes the next transactions row by row, as an indexer does without the raw pass. */
async function indexRows(length: number): Promise<void> {
  const checkpoint = await store.db.selectFrom('chain.checkpoints').select('next_version').executeTakeFirst()
  const from = checkpoint?.next_version ?? 0n
  const end = from + BigInt(length) < BigInt(LENGTH) ? from + BigInt(length) : BigInt(LENGTH)
  if (from === end) return
  const { transactions, state, lastTimestampMicros } = partOf(from, end)
  const none = { collections: [], tokenDatas: [], ownerships: [], pendingClaims: [], activities: [], royalties: [] }
  await applyBatch(store.db, {
    transactions: transactions.map((transaction) => ({ transaction, tokens: none, market: [] })),
    state,
    stops: [],
    isNew: true,
    position: { stream: 'main', chainId: 4, nextVersion: end, lastTimestampMicros },
  })
}

const RAW = [
  'chain.transactions',
  'chain.events',
  'chain.changes',
  'chain.fungible_asset_activities',
  'chain.fungible_stores',
]

async function rawRows() {
  const dump = await dumpDatabase(store.db)
  return Object.fromEntries(RAW.map((table) => [table, dump[table]]))
}

/** Versions written in a range. */
async function writtenVersions(): Promise<readonly bigint[]> {
  const ranges = await readRawRanges(store.db, 'main')
  return HISTORY.map(({ version }) => version).filter((version) =>
    ranges.some((range) => version >= range.from_version && version < range.next_version),
  )
}

test('resumes without gaps or duplicates by either way after a kill at any statement', async () => {
  await indexRows(LENGTH)
  const whole = await rawRows()
  const ways = fc.constantFrom('raw', 'row by row')
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { maxLength: 10 }),
      fc.integer({ min: 1, max: 4 }),
      ways,
      async (story, ranges, way) => {
        await emptyDatabase(store.db)
        for (const step of story) {
          await take(step, ranges)
          const { rows } = await sql<{ version: bigint }>`select version from chain.transactions`.execute(store.db)
          const stored = new Set(rows.map(({ version }) => version))
          expect(stored).toEqual(new Set((await writtenVersions()).filter(isWanted)))
        }
        if (way === 'row by row') await indexRows(LENGTH)
        else {
          const left = () => openRawRanges(store.db, { ...SPAN, toVersion: BigInt(LENGTH), ranges })
          for (let open = await left(); (rawEnd(open) ?? BigInt(LENGTH)) < BigInt(LENGTH); open = await left())
            await take({ kind: 'write', range: 0, length: 5 }, ranges)
        }
        expect(await rawRows()).toEqual(whole)
      },
    ),
    { numRuns: runs(25) },
  )
})

test('ranges are consecutive up to the end, and closed below the checkpoint', async () => {
  const open = await openRawRanges(store.db, { ...SPAN, fromVersion: 3n, toVersion: 13n, ranges: 4 })
  expect(open.map((range) => [range.from_version, range.to_version])).toEqual([
    [3n, 5n],
    [5n, 8n],
    [8n, 10n],
    [10n, 13n],
  ])
  expect(rawEnd(open)).toBe(3n)
  await indexRows(9)
  await closeRawRanges(store.db, SPAN.stream)
  const later = await readRawRanges(store.db, SPAN.stream)
  expect(later.map((range) => [range.from_version, range.next_version])).toEqual([
    [8n, 9n],
    [10n, 10n],
  ])
  expect(rawEnd(later)).toBe(9n)
})

test('another chain is refused before anything is written', async () => {
  await openRawRanges(store.db, { ...SPAN, toVersion: 13n, ranges: 2 })
  await expect(openRawRanges(store.db, { ...SPAN, chainId: 5, toVersion: 13n, ranges: 2 })).rejects.toThrow(
    WrongChainError,
  )
})
