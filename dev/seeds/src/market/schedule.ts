import type { DemoCollection } from '../art/demo-collection.ts'
import type { Random } from '../random.ts'
import type { CollectionMarket } from './market-state.ts'

/** A time at which something may happen in a collection. */
export interface Turn {
  /** Day of the market, a float. */
  readonly day: number
  readonly market: CollectionMarket
  /**
   * Required action, for what a living market has every day; `refill` lists where little is listed, `leave` takes a bid back or else
   * lists, `wash` is done by those who trade with themselves; null leaves it to chance.
   */
  readonly wanted: 'buy' | 'list' | 'bid-collection' | 'refill' | 'leave' | 'wash' | null
}

/** Least number of times that someone checks whether there is enough to buy. */
const MIN_REFILLS = 8

/** Every living collection trades this often on the last day at least. */
const LAST_DAY_SALES = 1

/** Days after which two thirds of the interest in a collection with such a fate are gone. */
const FADING_DAYS = { abandoned: 5, failed: 1.5 } as const
/** Part of the tokens that those who leave a collection put up for sale. */
const LEAVING = 0.3

/** Days before the end on which a collection is washed, and how often in a day someone of the ring acts. */
const WASH_DAYS = 24
/** Actions a day of the wash traders of a collection; half of them are sales. */
export const WASHES_PER_DAY = 4

/**
 * Spreads about `count` turns over the collections by interest, over their days by hype and growth, over the hours by
 * when people are awake. In order of time.
 */
export function planTurns(
  markets: readonly CollectionMarket[],
  count: number,
  endDay: number,
  random: Random,
): readonly Turn[] {
  const interest = markets.reduce((sum, { demo }) => sum + demo.market.interest, 0)
  const turns = markets.flatMap((market) => {
    const share = Math.round((count * market.demo.market.interest) / interest)
    const turns = [...openingTurns(market, random), ...usualTurns(market, share, endDay, random)]
    if (isDead(market.demo)) return [...turns, ...leavingTurns(market, endDay, random)]
    const washes = market.demo.market.fate === 'washed' ? washTurns(market, endDay, random) : []
    return [...turns, ...lastTurns(market, endDay, random), ...washes]
  })
  return turns.sort((a, b) => a.day - b.day)
}

/** Growth of a collection's trading over its life: it begins at a half and ends here. */
const LAST_GROWTH = 1.5

/** Returns how many turns a collection takes in a usual day at the end of history, of `count` in all. */
export function turnsPerDay(demo: DemoCollection, all: readonly DemoCollection[], count: number): number {
  const interest = all.reduce((sum, { market }) => sum + market.interest, 0)
  return (LAST_GROWTH * count * demo.market.interest) / interest / demo.market.ageDays
}

/** Returns whether a collection has no trades any more. */
export function isDead({ market: { fate } }: DemoCollection): boolean {
  return fate === 'abandoned' || fate === 'failed'
}

/** The first hours after a mint: many list at once. */
function openingTurns(market: CollectionMarket, random: Random): Turn[] {
  const count = Math.round(mintedOf(market.demo) * market.usualShare * 0.7)
  return Array.from({ length: count }, () => ({
    market,
    day: market.mintDay + 0.02 + random.next() ** 2 * 0.8,
    wanted: 'list' as const,
  }))
}

function usualTurns(market: CollectionMarket, count: number, endDay: number, random: Random): Turn[] {
  const turns: Turn[] = []
  const life = endDay - market.mintDay
  while (turns.length < count) {
    const age = random.between(0.05, life)
    const growth = LAST_GROWTH - 1 + age / life
    const liveliness = growth * market.process.hypeAt(age) * awake(market.mintDay + age) * remaining(market.demo, age)
    if (random.chance(liveliness / 6)) turns.push({ market, day: market.mintDay + age, wanted: null })
  }
  return turns
}

function mintedOf({ supply, market }: DemoCollection): number {
  return market.minted ?? supply
}

/** Part of the interest that is left. */
function remaining({ market: { fate } }: DemoCollection, age: number): number {
  return fate === undefined || fate === 'washed' ? 1 : Math.exp(-age / FADING_DAYS[fate])
}

/** Bids are cancelled, then the remaining holders list. */
function leavingTurns(market: CollectionMarket, endDay: number, random: Random): Turn[] {
  const life = endDay - market.mintDay
  const count = 16 + Math.round(mintedOf(market.demo) * LEAVING)
  return Array.from({ length: count }, () => ({
    market,
    day: market.mintDay + life * random.between(0.55, 0.9),
    wanted: 'leave' as const,
  }))
}

/** A token is listed, and minutes later bought by the other. */
function washTurns(market: CollectionMarket, endDay: number, random: Random): Turn[] {
  const start = Math.max(market.mintDay + 1, endDay - WASH_DAYS)
  const pairs = Math.round(((endDay - start) * WASHES_PER_DAY) / 2)
  return Array.from({ length: pairs }, () => random.between(start, endDay - 0.02)).flatMap((day) => [
    { market, day, wanted: 'wash' as const },
    { market, day: day + 0.006, wanted: 'wash' as const },
  ])
}

function lastTurns(market: CollectionMarket, endDay: number, random: Random): Turn[] {
  const sales = LAST_DAY_SALES + random.integer(0, Math.ceil(market.demo.market.interest / 4))
  const buys = Array.from({ length: sales }, () => ({
    market,
    day: endDay - random.between(0.01, 0.95),
    wanted: 'buy' as const,
  }))
  const bids = [1.6, 0.7].map((back) => ({ market, day: endDay - back, wanted: 'bid-collection' as const }))
  const refills = Array.from({ length: Math.max(MIN_REFILLS, Math.ceil(market.demo.supply * 0.04)) }, () => ({
    market,
    day: endDay - random.between(0.005, 0.6),
    wanted: 'refill' as const,
  }))
  return [...buys, ...bids, ...refills]
}

/** Trading sleeps a little in the small hours (UTC). */
function awake(day: number): number {
  return 1 + 0.45 * Math.sin((day % 1) * 2 * Math.PI - 1.9)
}
