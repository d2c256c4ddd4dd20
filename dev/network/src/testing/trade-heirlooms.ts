import { HEIRLOOMS } from '@opal/dev-seeds/art/heirlooms'
import type { TradingDay } from '@opal/dev-seeds/market/heirloom-market'
import type { Dice } from './dice.ts'

/** Tokens of the first standard that the demo market leaves alone, each with the place in the cast of who holds it. */
const LEFT_ALONE: readonly (readonly [n: number, who: number])[] = [
  [7, 3],
  [8, 3],
  [9, 4],
  [10, 4],
  [11, 5],
  [12, 5],
]
/** Those that visitors do not play, and have purses. */
const TRADERS = [3, 4, 5, 6, 7, 8, 9, 10, 11]

/**
 * Chance listings, sales and bids for tokens of the first standard.
 * @param venues that are open.
 * @param home where such tokens can be bid for, which is not possible at every venue.
 */
export function chanceTrading(dice: Dice, venues: readonly string[], home: string): TradingDay {
  const holders = new Map(LEFT_ALONE)
  const price = () => dice.between(200, 900)
  const sales = Array.from({ length: dice.between(8, 16) }, () => {
    const [n, who] = dice.one([...holders])
    const to = dice.one(TRADERS.filter((place) => place !== who))
    holders.set(n, to)
    return { at: dice.one(venues), who, n, price: price(), to }
  })
  const listed = dice.some([...holders], dice.between(1, 4))
  const listings = listed.map(([n, who]) => ({ at: dice.one(venues), who, n, price: price() }))
  const bids = dice.some(TRADERS, 2).map((who) => ({ at: home, who, price: price(), amount: dice.between(1, 3) }))
  const tokenBids = dice.some(TRADERS, 2).map((who) => ({ at: home, who, n: dice.one(NUMBERS), price: price() }))
  return { sales, listings, bids, tokenBids }
}

const NUMBERS = Array.from({ length: HEIRLOOMS[0]?.supply ?? 0 }, (_, index) => index + 1)
