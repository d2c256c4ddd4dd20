import type { Random } from '../random.ts'
import type { CollectionMarket } from './market-state.ts'

/** A moment at which something may happen in a collection. */
export interface Turn {
  /** Day of the market, a float. */
  readonly day: number
  readonly market: CollectionMarket
  /**
   * Required action, for what a living market has every day; `refill` lists where little is listed; null leaves it
   * to chance.
   */
  readonly wanted: 'buy' | 'list' | 'bid-collection' | 'refill' | null
}

/** So often at least somebody looks whether there is enough to buy. */
const MIN_REFILLS = 8

/** Every collection trades this often on the last day at least. */
const LAST_DAY_SALES = 2

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
    return [
      ...openingTurns(market, random),
      ...usualTurns(market, share, endDay, random),
      ...lastTurns(market, endDay, random),
    ]
  })
  return turns.sort((a, b) => a.day - b.day)
}

/** The first hours after a mint: many list at once. */
function openingTurns(market: CollectionMarket, random: Random): Turn[] {
  const count = Math.round(market.demo.supply * market.usualShare * 0.7)
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
    const growth = 0.5 + age / life
    const liveliness = growth * market.process.hypeAt(age) * awake(market.mintDay + age)
    if (random.chance(liveliness / 6)) turns.push({ market, day: market.mintDay + age, wanted: null })
  }
  return turns
}

function lastTurns(market: CollectionMarket, endDay: number, random: Random): Turn[] {
  const sales = LAST_DAY_SALES + random.integer(0, Math.ceil(market.demo.market.interest / 3))
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
