import { readFile } from 'node:fs/promises'
import { runs } from '@opal/domain/testing/effort/config'
import { HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { moveWindows } from '../../ingest/stats/move-windows.ts'
import { listings, marketplaces } from '../../schema/orders.ts'
import { type PointsLedgerRow, pointsLedger } from '../../schema/points.ts'
import { collectionStats } from '../../schema/stats.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { PointsInterval } from './counted-points.ts'
import { readLoyalty } from './loyalty.ts'
import { readLeaderboard, readWalletPoints, type WalletPoints } from './points.ts'

const SOLD = '0xc1'
const UNSOLD = '0xc2'
const WALLETS = ['0xa', '0xb', '0xc', '0xd', '0xe']
let store: Store
beforeAll(async () => {
  store = await createTestStore()
  const none = {
    floor_octas: null,
    top_bid_octas: null,
    last_sale_octas: null,
    best_proceeds_octas: null,
    last_mint_micros: null,
    has_several_minters: false,
  }
  const counts = { listed_count: 0n, owner_count: 0n, supply: 0n, sales_all: 1n, last_version: 1n }
  await insertRows(store, collectionStats, [
    { collection_id: SOLD, volume_all_octas: 10n, ...none, ...counts },
    { collection_id: UNSOLD, volume_all_octas: 9n, ...none, ...counts },
  ])
})
afterAll(() => store[Symbol.asyncDispose]())

/** Few, so that a row's key comes again in the next state with other values. */
const hour = fc.constantFrom(0n, 3n, 4n, 11n, 172n, 727n)
const row = fc
  .record({
    wallet: fc.constantFrom('0xa', ...WALLETS),
    rule: fc.constantFrom('buying', 'listing', 'listing', 'bidding'),
    collection_id: fc.constantFrom(SOLD, SOLD, UNSOLD, null),
    order_id: fc.constantFrom('1', '2'),
    first: hour,
    length: fc.option(fc.bigInt(0n, 5n), { freq: 1 }),
    points_micros: fc.constantFrom(0n, 1n, 7n, 7n, 8n, 15n, 10n ** 20n),
  })
  .map(({ first, length, rule, ...rest }): PointsLedgerRow => {
    const last = rule === 'buying' ? first : length === null ? null : first + length
    const hours = {
      first_hour_micros: first * HOUR_MICROS,
      last_hour_micros: last === null ? null : last * HOUR_MICROS,
    }
    const order = { marketplace: 'ours', version: 1n, event_index: 0, price_octas: 5n, floor_octas: 5n, size: 1n }
    return { ...rest, ...order, ...hours, rule }
  })
/** States of the ledger, one after the other: each turns the one before into its own, as the indexer does. */
const ledgers = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 5 })
/** Times at and between the hours that rows begin at, and those at which they leave a day, a week and a month. */
const moment = fc
  .tuple(
    fc.constantFrom(0n, 4n, 11n, 172n, 727n),
    fc.constantFrom(0n, 24n, 168n, 720n),
    fc.bigInt(-1n, 2n),
    fc.bigInt(0n, 1n),
  )
  .map(([at, length, more, micros]) => (at + length + more) * HOUR_MICROS + micros)
  .map((micros) => (micros < 0n ? 0n : micros))
/** Also of a clock that is behind the ledger, or far from the stored hour. */
const intervals = fc.record({ nowMicros: moment, window: fc.constantFrom('day', 'week', 'month', 'season') })

// @feature rewards.leaderboard
test('whatever was written, replaced and deleted, the totals and the leaderboard are the sums of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      ledgers,
      fc.array(intervals, { minLength: 1, maxLength: 3 }),
      fc.array(elsewhere, { minLength: 1, maxLength: 3 }),
      fc.array(fc.option(moment), { minLength: 5, maxLength: 5 }),
      async (states, asked, listed, moves) => {
        await store.pool.query('delete from market.points_ledger; select market.clear_windows()')
        for (const [at, wanted] of states.entries()) {
          const stored = await readLedger()
          await inTransaction(store.db, async (db) => {
            await writeReplacement(db, pointsLedger, compareRows(pointsLedger, stored, wanted))
            return { last: [] }
          })
          const move = moves[at] ?? null
          if (move !== null) await moveWindows(store.db, move)
          expect(await readTotals()).toEqual(totalsOf(await readLedger()))
        }
        for (const out of listed) await listElsewhere(out)
        const out = new Set(listed.at(-1))
        const ledger = await readLedger()
        const before = await readWalletRows()
        await store.pool.query('select market.fill_points()')
        expect(before).toEqual(await readWalletRows())
        expect(await readTotals()).toEqual(totalsOf(ledger))
        for (const each of asked) {
          const interval = { ...each, earningVolumeOctas: 10n }
          const board = await readLeaderboard(store, interval, { take: 9 })
          expect(board.map(({ wallet, rank, totalMicros }) => ({ wallet, rank, totalMicros }))).toEqual(
            boardOf(ledger, interval, out),
          )
          expect(await readByPages(interval)).toEqual(board)
          for (const offset of board.keys())
            expect(await readLeaderboard(store, interval, { take: 2, offset })).toEqual(board.slice(offset, offset + 2))
          for (const wallet of WALLETS)
            expect(await readWalletPoints(store, [wallet], interval)).toEqual(
              board.filter((one) => one.wallet === wallet),
            )
        }
      },
    ),
    { numRuns: runs(40) },
  )
})

/** Wallets that have something listed on another marketplace. */
const elsewhere = fc.subarray(WALLETS)

/** Lists something of some wallets, twice of the first, and ends the listings of the others, in each of the ways that these end. */
async function listElsewhere(sellers: readonly string[]): Promise<void> {
  const gone = WALLETS.filter((wallet) => !sellers.includes(wallet))
  await store.pool.query('delete from market.listings where seller = any($1)', [gone.slice(0, 1)])
  await store.pool.query(`update market.listings set validity = 'token-frozen' where seller = any($1)`, [
    gone.slice(1, 2),
  ])
  await store.pool.query(`update market.listings set state = 'cancelled', validity = 'ended' where seller = any($1)`, [
    gone.slice(2),
  ])
  const twice = sellers.slice(0, 1).map((seller) => ({ ...listedBy(seller), listing_id: 'second' }))
  await writeRows(store.db, listings, [...sellers.map(listedBy), ...twice], 'overwrite')
}

function listedBy(seller: string) {
  const token = { token_data_id: '0x7', property_version: 0n, token_standard: 'v2', collection_id: SOLD }
  const last = { last_version: 1n, last_event_index: 0, last_at_micros: 1n, ...NO_LISTING_TERMS }
  const placed = { placed_version: 1n, placed_at_micros: 1n, price_octas: 5n }
  const order = { marketplace: 'other', listing_id: seller, state: 'open', validity: 'valid' } as const
  return { ...order, ...token, ...placed, ...last, seller }
}

/** Ranks wallets by their points, half of them where something is listed elsewhere. */
function boardOf(ledger: readonly PointsLedgerRow[], interval: PointsInterval, out: ReadonlySet<string>) {
  const totals = [...pointsOf(ledger, interval)].map(([wallet, sum]) => ({
    wallet,
    totalMicros: out.has(wallet) ? sum / 2n : sum,
  }))
  totals.sort(
    (a, b) =>
      Number(a.totalMicros < b.totalMicros) - Number(a.totalMicros > b.totalMicros) || (a.wallet < b.wallet ? -1 : 1),
  )
  return totals.map((one) => ({
    ...one,
    rank: 1n + BigInt(totals.filter((other) => other.totalMicros > one.totalMicros).length),
  }))
}

/** Reads the leaderboard row by row, each after the one before. */
async function readByPages(interval: PointsInterval): Promise<readonly WalletPoints[]> {
  const rows: WalletPoints[] = []
  while (true) {
    const last = rows.at(-1)
    const [next] = await readLeaderboard(store, interval, { take: 1, ...(last && { after: last }) })
    if (next === undefined) return rows
    rows.push(next)
  }
}

test('a database that is migrated begins with the sums of its ledger and its listings', async () => {
  const ledger = fc.sample(row, { numRuns: 12, seed: 1 })
  await store.pool.query('delete from market.points_ledger')
  await writeRows(store.db, pointsLedger, ledger, 'overwrite')
  await listElsewhere(['0xa', '0xf'])
  const before = await readWalletRows()
  await store.pool.query('delete from market.points_totals; delete from market.wallet_points')
  const migration = await readFile(new URL('../../../migrations/0041_wallet_points.sql', import.meta.url), 'utf8')
  await store.pool.query(migration.slice(migration.lastIndexOf('select market.fill_points()')))
  expect(await readTotals()).toEqual(totalsOf(await readLedger()))
  expect(before.length).toBeGreaterThan(3)
  expect(await readWalletRows()).toEqual(before)
})

test('listings count again when a marketplace turns out to be ours', async () => {
  await listElsewhere(['0xa', '0xb'])
  expect(await readLoyalty(store, ['0xa', '0xc'])).toEqual(
    new Map([
      ['0xa', 0],
      ['0xc', 100],
    ]),
  )
  await insertRows(store, marketplaces, [{ marketplace: 'other', status: 'active', is_native: true }])
  expect(await readLoyalty(store, ['0xa', '0xb'])).toEqual(
    new Map([
      ['0xa', 100],
      ['0xb', 100],
    ]),
  )
  await store.pool.query(`update market.marketplaces set is_native = false`)
  expect(await readLoyalty(store, ['0xa', '0xb'])).toEqual(
    new Map([
      ['0xa', 0],
      ['0xb', 0],
    ]),
  )
  await store.pool.query('delete from market.marketplaces')
})

async function readWalletRows(): Promise<readonly unknown[]> {
  return (await store.pool.query('select * from market.wallet_points order by wallet')).rows
}

async function readLedger(): Promise<readonly PointsLedgerRow[]> {
  return (await sql<PointsLedgerRow>`select * from market.points_ledger`.execute(store.db)).rows
}

async function readTotals(): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const { rows } = await store.pool.query(
    'select wallet, rule, collection_id, ended_micros, hourly_micros, begun_micros from market.points_totals',
  )
  return new Map(
    rows.map(({ wallet, rule, collection_id, ...sums }) => [`${wallet} ${rule} ${collection_id}`, Object.values(sums)]),
  )
}

/** Adds the ledger up by wallet, rule and collection: rows with an end, and those without by the hour and since their begin. */
function totalsOf(ledger: readonly PointsLedgerRow[]): ReadonlyMap<string, readonly bigint[]> {
  const sums = new Map<string, readonly [bigint, bigint, bigint]>()
  for (const { wallet, rule, collection_id, first_hour_micros, last_hour_micros, points_micros } of ledger) {
    if (points_micros === 0n) continue
    const key = `${wallet} ${rule} ${rule === 'buying' ? '' : (collection_id ?? '')}`
    const [ended, hourly, begun] = sums.get(key) ?? [0n, 0n, 0n]
    const first = first_hour_micros / HOUR_MICROS
    if (last_hour_micros === null) sums.set(key, [ended, hourly + points_micros, begun + points_micros * first])
    else sums.set(key, [ended + points_micros * (last_hour_micros / HOUR_MICROS - first + 1n), hourly, begun])
  }
  return sums
}

const LENGTHS = { day: 24n, week: 168n, month: 720n }

/** Adds up what each wallet earned, hour by hour. */
function pointsOf(
  ledger: readonly PointsLedgerRow[],
  { window, nowMicros }: PointsInterval,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const from = window === 'season' ? 0n : nowMicros / HOUR_MICROS - LENGTHS[window]
  for (const { wallet, rule, collection_id, first_hour_micros, last_hour_micros, points_micros } of ledger) {
    if (rule !== 'buying' && collection_id !== SOLD) continue
    for (let at = from < 0n ? 0n : from; at <= nowMicros / HOUR_MICROS; at += 1n) {
      const isOver = rule === 'buying' || at < nowMicros / HOUR_MICROS
      const isOpen = first_hour_micros <= at * HOUR_MICROS && at * HOUR_MICROS <= (last_hour_micros ?? at * HOUR_MICROS)
      if (isOver && isOpen && points_micros > 0n) sums.set(wallet, (sums.get(wallet) ?? 0n) + points_micros)
    }
  }
  return sums
}
