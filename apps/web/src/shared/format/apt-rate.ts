import { createStore } from '../hooks/store.ts'
import type { UsdRate } from './usd.ts'

/** The price of one APT, and its age. */
export interface AptRate {
  readonly cents: UsdRate
  /** Null for a price without an age: a configured one, or none. */
  readonly ageSeconds: number | null
}

/** The latest price of the live connection; null until it has one. Written by `features/live`. */
export const latestRate = createStore<AptRate | null>(null)
