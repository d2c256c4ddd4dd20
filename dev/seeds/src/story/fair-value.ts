import type { DemoCollection } from '../art/demo-collection.ts'
import type { OpenListing } from '../market/market-state.ts'
import type { PriceProcess } from '../market/price-process.ts'
import { aptOf } from '../market/prices.ts'
import { isDead } from '../market/schedule.ts'

/** Opinion moves in waves of these lengths, in days, each as strong as given, in log price. */
const WAVES = [
  { days: 5 / 24, strength: 0.014 },
  { days: 1.3, strength: 0.022 },
  { days: 6.1, strength: 0.03 },
] as const

/** A lowest listing below this part of the third lowest is a seller's mistake, not the fair value of the collection. */
const LOWEST_SHARE = 0.7

/**
 * Fair values of collections during the story: the floor at which it found them, swayed by opinion. Collections sway in pairs,
 * one up while the other is down, so that the market as a whole goes nowhere.
 */
export class FairValues {
  readonly #collections: readonly DemoCollection[]
  readonly #anchors = new Map<DemoCollection, { readonly apt: number; readonly day: number }>()

  /** @param collections those that are traded, in an order that stays. */
  constructor(collections: readonly DemoCollection[]) {
    this.#collections = collections.filter((demo) => !isDead(demo))
  }

  /** Returns what a collection is worth by the day, starting from its floor at the first call. */
  of(demo: DemoCollection, listings: ReadonlySet<OpenListing>, day: number): PriceProcess {
    const anchor = this.#anchors.get(demo) ?? { apt: floorOf(demo, listings), day }
    this.#anchors.set(demo, anchor)
    const sway = swayOf(this.#collections.indexOf(demo))
    return {
      floorAt: (at) => anchor.apt * Math.exp(sway(at) - sway(anchor.day)),
      hypeAt: () => 1,
    }
  }
}

function floorOf(demo: DemoCollection, listings: ReadonlySet<OpenListing>): number {
  const [first, second, third] = [...listings].map(({ priceOctas }) => aptOf(priceOctas)).sort((a, b) => a - b)
  const usual = third ?? second ?? first ?? demo.market.openingFloor
  return [first, second].find((apt) => apt !== undefined && apt >= usual * LOWEST_SHARE) ?? usual
}

/** Returns the log of a collection's sway at a day: two neighbours have opposite ones. */
function swayOf(place: number): (day: number) => number {
  const pair = Math.floor(place / 2)
  const direction = place % 2 === 0 ? 1 : -1
  return (day) =>
    WAVES.reduce((sum, { days, strength }, index) => {
      const phase = pair * (2.4 + index * 1.7)
      return sum + direction * strength * Math.sin((2 * Math.PI * day) / days + phase)
    }, 0)
}
