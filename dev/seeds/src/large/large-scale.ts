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
}

/** By name, the largest last. `tiny` is for tests. */
export const LARGE_SCALES = {
  tiny: {
    collections: 60,
    tokens: 900,
    activities: 5_000,
    wallets: 50,
    days: 60,
    traitCollections: [200, 100],
  },
  small: {
    collections: 2_000,
    tokens: 20_000,
    activities: 100_000,
    wallets: 2_000,
    days: 180,
    traitCollections: [5_000, 1_000],
  },
  medium: {
    collections: 20_000,
    tokens: 300_000,
    activities: 1_500_000,
    wallets: 20_000,
    days: 365,
    traitCollections: [100_000, 10_000],
  },
  large: {
    collections: 200_000,
    tokens: 2_000_000,
    activities: 10_000_000,
    wallets: 120_000,
    days: 365,
    traitCollections: [100_000, 10_000],
  },
} as const satisfies Readonly<Record<string, LargeScale>>

export type LargeScaleName = keyof typeof LARGE_SCALES

/** Returns whether a name is a size that is written directly into the store. */
export function isLargeScale(name: string): name is LargeScaleName {
  return Object.hasOwn(LARGE_SCALES, name)
}
