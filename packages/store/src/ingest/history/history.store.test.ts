import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { openScratchDatabases, type ScratchDatabases } from '../../maintenance/inspect/scratch-databases.ts'
import { readCollectionHistory } from '../../queries/collections/collection-history.ts'
import { readPortfolio } from '../../queries/portfolio/portfolio.ts'
import { readLeaderboard } from '../../queries/rewards/points.ts'
import { readPointsLedger } from '../../queries/rewards/points-ledger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { applyBatch } from '../apply-batch.ts'
import { settleNextPoints } from '../points/settle-points.ts'
import { openNative } from '../testing/empty-stores.ts'
import { cut, moves, played } from '../testing/market-moves.ts'
import { address, COLLECTION, timeOf } from '../testing/market-story.ts'
import type { ReferenceMarket } from '../testing/reference-market.ts'
import { referenceBestProceeds, referenceHours, referencePoints, referenceProfit } from '../testing/reference-stats.ts'

let home: TestDatabase
let databases: ScratchDatabases
const HOUR = 3_600_000_000n
const WALLETS = ['f0', 'f1', 'f2', 'f3'].map(address)

beforeAll(async () => {
  home = await createTestDatabase()
  databases = await openScratchDatabases(home.databaseUrl)
})
afterAll(async () => {
  await databases[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

/** Plays random stories, each into its own database in random batches, and checks the result. */
async function afterRandomStories(check: (store: Store, market: ReferenceMarket) => Promise<void>): Promise<void> {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(moves, sizes, async (story, each) => {
      const market = played(story)
      await using database = await databases.create()
      await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
      await openNative(store.db)
      for (const batch of cut(market.transactions, each)) await applyBatch(store.db, batch)
      while (await settleNextPoints(store.db));
      await check(store, market)
    }),
    { numRuns: runs(5, 120) },
  )
}

describe('the history of a played market', () => {
  test('has the hours, P&L and points of the reference model', async () => {
    await afterRandomStories(async (store, market) => {
      await expectHours(store, market)
      await expectProfits(store, market)
      await expectPoints(store, market)
    })
  })
})

async function expectHours(store: Store, market: ReferenceMarket): Promise<void> {
  const hours = referenceHours(market)
  const [first, last] = [hours.at(0), hours.at(-1)]
  if (first === undefined || last === undefined) return
  const range = { fromMicros: first.start, toMicros: last.start, stepHours: 1 }
  const points = await readCollectionHistory(store, COLLECTION, range)
  expect(
    points.map((point) => [point.atMicros, point.floorOctas, Number(point.listedCount), Number(point.ownerCount)]),
  ).toEqual(hours.map((hour) => [hour.start, hour.floor, hour.listed, hour.owners]))
  const soldIn = (start: bigint) =>
    market.sales.filter(({ version }) => timeOf(version) >= start && timeOf(version) < start + HOUR)
  expect(points.map((point) => [point.volumeOctas, Number(point.sales)])).toEqual(
    hours.map(({ start }) => [soldIn(start).reduce((sum, sale) => sum + sale.price, 0n), soldIn(start).length]),
  )
}

async function expectProfits(store: Store, market: ReferenceMarket): Promise<void> {
  for (const wallet of WALLETS) {
    const expected = referenceProfit(market, wallet)
    const read = await readPortfolio(store, wallet, COLLECTION)
    const [topBid, proceeds, floor] = [market.topBid ?? 0n, referenceBestProceeds(market) ?? 0n, market.floor ?? 0n]
    const bid = topBid < proceeds ? topBid : proceeds
    const lastSale = market.sales.findLast(({ buyer, seller }) => buyer !== seller)?.price ?? 0n
    const most = 5n * (lastSale > bid ? lastSale : bid)
    const each = [floor < most ? floor : most, bid].reduce((a, b) => (a > b ? a : b))
    expect(read).toMatchObject({
      totalCount: BigInt(expected.held),
      unknownCostCount: BigInt(expected.unknown),
      costOctas: expected.cost,
      realisedOctas: expected.realised,
      estimateOctas: BigInt(expected.held) * each,
      knownCostEstimateOctas: BigInt(expected.held - expected.unknown) * each,
      unrealisedOctas: BigInt(expected.held - expected.unknown) * each - expected.cost,
    })
    expect(read.knownCostEstimateOctas).toBe(read.costOctas + read.unrealisedOctas)
  }
}

async function expectPoints(store: Store, market: ReferenceMarket): Promise<void> {
  const earningVolumeOctas = 500_000n
  const interval = {
    window: 'season' as const,
    nowMicros: timeOf(market.past.at(-1)?.version ?? 0n),
    earningVolumeOctas,
  }
  const expected = referencePoints(market, earningVolumeOctas)
  const board = await readLeaderboard(store, interval, { take: 10 })
  const read = new Map<string, number>(
    board.flatMap((row) => [
      [`${row.wallet} buying`, Number(row.buyingMicros)] as const,
      [`${row.wallet} listing`, Number(row.listingMicros)] as const,
      [`${row.wallet} bidding`, Number(row.biddingMicros)] as const,
    ]),
  )
  // The ledger rounds each part of an hour; the reference model computes with floating point.
  for (const key of new Set([...read.keys(), ...expected.keys()]))
    expect(Math.abs((read.get(key) ?? 0) - (expected.get(key) ?? 0)), key).toBeLessThan(1_000)
  for (const row of board) {
    const entries = await readPointsLedger(store, row.wallet, interval, { take: 1_000 })
    const sum = entries.reduce((total, entry) => total + entry.pointsMicros * entry.hours, 0n)
    expect(sum).toBe(row.buyingMicros + row.listingMicros + row.biddingMicros)
  }
}
