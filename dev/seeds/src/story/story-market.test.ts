import { runs, testSeed } from '@opal/domain/testing/effort/config'
import { median, rankCorrelation } from '@opal/domain/testing/statistics'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CollectionMarket, collectionOffers, floorOf, listedShare } from '../market/market-state.ts'
import { aptOf } from '../market/prices.ts'
import { isDead } from '../market/schedule.ts'
import { type PlayedMarket, playMarket } from '../testing/played-market.ts'

const SEEDS = Array.from({ length: runs(1, 12) }, (_, index) => `market/${testSeed + index}`)
const HOURS = [2, 12, 48] as const
/** Days of history that the story is compared with. */
const LAST_DAYS = 7

interface MarketStats {
  readonly floors: ReadonlyMap<string, number>
  /** Mean of the best collection offer, in parts of the floor. */
  readonly spread: number
  readonly listed: number
}

function statsOf(markets: readonly CollectionMarket[], day: number): MarketStats {
  const living = markets.filter(({ demo }) => !isDead(demo))
  const floors = new Map(markets.map((market) => [market.demo.slug, aptOf(floorOf(market)?.priceOctas ?? 0n)]))
  const best = living.map((market) => {
    const bid = collectionOffers(market, day)[0]
    return bid === undefined ? 0 : aptOf(bid.priceOctas) / (floors.get(market.demo.slug) ?? 0)
  })
  return { floors, spread: mean(best), listed: mean(living.map(listedShare)) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

// @feature demo.market-goes-on
describe.each(SEEDS)('a demo market (%s)', (seed) => {
  let market: PlayedMarket
  let start: MarketStats
  const after = new Map<number, MarketStats>()
  beforeAll(async () => {
    market = await playMarket(seed)
    start = statsOf(market.markets, market.endDay)
    for (const hours of HOURS) {
      market.playUntil(hours)
      after.set(hours, statsOf(market.markets, market.endDay + hours / 24))
    }
  })
  const volume = (from: number, to: number, fits: (slug: string) => boolean = () => true): number =>
    market.sales
      .filter(({ day, slug }) => day >= from && day < to && fits(slug))
      .reduce((sum, { apt }) => sum + apt, 0) /
    (to - from)

  it.each(HOURS)('has about half of its floors up after %d hours, and none of them far', (hours) => {
    const floors = after.get(hours)?.floors ?? new Map<string, number>()
    const living = market.markets.filter(({ demo }) => !isDead(demo)).map(({ demo }) => demo.slug)
    const changes = living.map((slug) => (floors.get(slug) ?? 0) / (start.floors.get(slug) ?? 0) - 1)
    // In two hours some floors have not moved yet.
    const moved = hours > 2 ? changes : changes.filter((change) => change !== 0)
    const up = moved.filter((change) => change > 0).length / moved.length
    const context = `${hours} h of ${seed}: ${changes.map((change) => (change * 100).toFixed(1)).join(' ')}`
    expect(up, context).toBeGreaterThanOrEqual(0.35)
    expect(up, context).toBeLessThanOrEqual(0.65)
    expect(Math.abs(median(changes)), context).toBeLessThan(0.05)
  })

  it('trades as much in a day as the days before', () => {
    const before = volume(market.endDay - LAST_DAYS, market.endDay)
    const context = `${before.toFixed(0)} APT a day in the last week of history`
    for (const [from, to] of [
      [0, 12 / 24],
      [0, 1],
      [1, 2],
    ] as const) {
      const now = volume(market.endDay + from, market.endDay + to)
      expect(now, `${context}, ${now.toFixed(0)} from day ${from} to ${to}`).toBeGreaterThan(before / 2)
      expect(now, `${context}, ${now.toFixed(0)} from day ${from} to ${to}`).toBeLessThan(before * 2)
    }
  })

  it('keeps its spread and what is listed', () => {
    for (const [hours, { spread, listed }] of after) {
      expect(
        Math.abs(spread - start.spread),
        `best bid ${start.spread} of the floor, ${spread} after ${hours} h`,
      ).toBeLessThan(0.08)
      expect(Math.abs(listed - start.listed), `${start.listed} listed, ${listed} after ${hours} h`).toBeLessThan(0.025)
    }
  })

  it('has owners of its own in each collection', () => {
    const owners = market.markets.map(({ tokens }) => new Set(tokens.map(({ owner }) => owner)))
    const everyone = new Set(owners.flatMap((set) => [...set]))
    for (const [index, { demo }] of market.markets.entries()) {
      const share = (owners[index]?.size ?? 0) / everyone.size
      expect(share, demo.name).toBeLessThan(0.85)
    }
    const sizes = owners.map(({ size }) => size)
    expect(Math.max(...sizes)).toBeGreaterThan(2 * Math.min(...sizes))
    const common = owners.flatMap((one, index) => owners.slice(index + 1).map((other) => overlap(one, other)))
    expect(mean(common)).toBeLessThan(0.5)
  })

  it('has a mint that failed, a collection that died and one that is washed, and stats that show it', () => {
    const byFate = (fate: string): CollectionMarket => {
      const found = market.markets.find(({ demo }) => demo.market.fate === fate)
      if (found === undefined) throw new Error(`no collection is ${fate}`)
      return found
    }
    const failed = byFate('failed')
    expect(failed.tokens.length).toBeLessThan(failed.demo.supply / 4)
    expect(start.floors.get(failed.demo.slug)).toBeLessThan(failed.demo.market.mintPrice ?? 0)
    for (const dead of [failed, byFate('abandoned')]) {
      expect(volume(market.endDay - 2, market.endDay + 2, (slug) => slug === dead.demo.slug)).toBe(0)
      expect(collectionOffers(dead, market.endDay)).toEqual([])
      expect(listedShare(dead)).toBeGreaterThan(start.listed * 1.5)
    }
    const { slug } = byFate('washed').demo
    const sold = market.sales.filter((sale) => sale.slug === slug && sale.day > market.endDay - LAST_DAYS)
    const washed = sold.filter(({ isWash }) => isWash)
    const sum = (sales: typeof sold): number => sales.reduce((total, { apt }) => total + apt, 0)
    expect(sum(washed)).toBeGreaterThan(2 * (sum(sold) - sum(washed)))
    expect(market.sales.filter((sale) => sale.isWash && sale.slug !== slug)).toEqual([])
  })

  // Some have one sale a day: a shorter time compares chances. What is young or dear may still differ by more.
  it('trades nearly every collection as much in a day as the weeks before', () => {
    const days = 21
    market.playUntil(days * 24)
    const { endDay } = market
    const ratios = market.markets
      .filter(({ demo }) => !isDead(demo))
      .map(({ demo }) => {
        const isOwn = (slug: string) => slug === demo.slug
        return { slug: demo.slug, ratio: volume(endDay, endDay + days, isOwn) / volume(endDay - days, endDay, isOwn) }
      })
    const context = ratios.map(({ slug, ratio }) => `${slug} ${ratio.toFixed(2)}`).join(', ')
    const fitting = ratios.filter(({ ratio }) => ratio > 0.5 && ratio < 2)
    expect(fitting.length / ratios.length, context).toBeGreaterThanOrEqual(0.6)
    expect(Math.abs(Math.log2(median(ratios.map(({ ratio }) => ratio)))), context).toBeLessThan(1)
    const sales = (from: number) =>
      ratios.map(
        ({ slug }) =>
          market.sales.filter(
            (sale) => sale.slug === slug && !sale.isWash && sale.day >= from && sale.day < from + days,
          ).length,
      )
    // Sales spread equally over the collections leave about 0.
    expect(rankCorrelation(sales(endDay - days), sales(endDay)), context).toBeGreaterThan(0.45)
  })
})

/** Owners of both in parts of the owners of either. */
function overlap(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): number {
  const both = [...one].filter((owner) => other.has(owner)).length
  return both / (one.size + other.size - both)
}
