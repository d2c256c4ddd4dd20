/** Size of a synthetic market. */
export interface LargeScale {
  readonly collections: number
  readonly tokens: number
  readonly activities: number
  readonly wallets: number
  /** Age of the market in days. */
  readonly days: number
  /** Sizes of the first two collections, whose tokens have eight traits. */
  readonly traitCollections: readonly [number, number]
  /** Entities that are far larger than any other; null where there are none. */
  readonly longTail: LongTail | null
}

/** How much of everything belongs to one entity at the end of the past. */
export interface LongTail {
  /** Items that one wallet holds. */
  readonly items: number
  /** Open bids on one collection. */
  readonly bids: number
  /** Activities of one token. */
  readonly activities: number
}

/** By name, the largest last. `tiny`, `tail` and `plans` are for tests. */
export const LARGE_SCALES = {
  tiny: {
    collections: 60,
    tokens: 900,
    activities: 5_000,
    wallets: 50,
    days: 60,
    traitCollections: [200, 100],
    longTail: null,
  },
  tail: {
    collections: 60,
    tokens: 2_000,
    activities: 8_000,
    wallets: 50,
    days: 60,
    traitCollections: [800, 100],
    longTail: { items: 300, bids: 400, activities: 500 },
  },
  plans: {
    collections: 2_000,
    tokens: 12_000,
    activities: 40_000,
    wallets: 2_000,
    days: 120,
    traitCollections: [4_000, 1_000],
    longTail: null,
  },
  small: {
    collections: 2_000,
    tokens: 20_000,
    activities: 100_000,
    wallets: 2_000,
    days: 180,
    traitCollections: [5_000, 1_000],
    longTail: null,
  },
  medium: {
    collections: 20_000,
    tokens: 300_000,
    activities: 1_500_000,
    wallets: 20_000,
    days: 365,
    traitCollections: [100_000, 10_000],
    longTail: null,
  },
  large: {
    collections: 200_000,
    tokens: 2_000_000,
    activities: 10_000_000,
    wallets: 120_000,
    days: 365,
    traitCollections: [100_000, 10_000],
    longTail: null,
  },
  huge: {
    collections: 300_000,
    tokens: 3_000_000,
    activities: 15_000_000,
    wallets: 200_000,
    days: 730,
    traitCollections: [1_000_000, 10_000],
    longTail: { items: 100_000, bids: 100_000, activities: 50_000 },
  },
} as const satisfies Readonly<Record<string, LargeScale>>

export type LargeScaleName = keyof typeof LARGE_SCALES

/** Returns whether a name is a size that is written directly into the store. */
export function isLargeScale(name: string): name is LargeScaleName {
  return Object.hasOwn(LARGE_SCALES, name)
}
