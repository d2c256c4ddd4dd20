import type { DemoCollection, DrawnCollection } from '../art/demo-collection.ts'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import { HEIRLOOMS, RAFFLES } from '../art/heirlooms.ts'

/** Size of the market. */
export interface MarketScale {
  readonly collections: readonly DemoCollection[]
  /** Collections of the first token standard: given away, and a few of them traded. */
  readonly heirlooms: readonly DrawnCollection[]
  /** Collections of the first token standard: offered as a whole to one wallet. */
  readonly raffles: readonly DrawnCollection[]
  /** Some people own pieces of a game. */
  readonly withGear: boolean
  readonly days: number
  readonly turns: number
  /** Wallets without a name. With a crowd each collection has a public of its own; without one everyone is at home everywhere. */
  readonly crowd: number
}

/** The whole demo: some nine thousand transactions over ninety days. */
const DEMO: MarketScale = {
  collections: DEMO_COLLECTIONS,
  heirlooms: HEIRLOOMS,
  raffles: RAFFLES,
  withGear: true,
  days: 90,
  turns: 8_000,
  crowd: 120,
}

/** Three collections of a dozen tokens over two days, for tests that want a market immediately. */
const SMALL: MarketScale = {
  collections: DEMO_COLLECTIONS.slice(0, 3).map(({ market: { mintPrice: _, ...market }, ...collection }) => ({
    ...collection,
    supply: 12,
    market: { ...market, ageDays: 2 },
  })),
  heirlooms: [],
  raffles: [],
  withGear: false,
  days: 2,
  turns: 40,
  crowd: 0,
}

/** Sizes of the market that is traded on the localnet. */
export const MARKET_SCALES: Readonly<Record<'demo' | 'small', MarketScale>> = { demo: DEMO, small: SMALL }
