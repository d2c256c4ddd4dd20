import { createStore } from '../hooks/store.ts'
import type { UsdRate } from './usd.ts'

/** The price of one APT, and how old it is. */
export interface AptRate {
  readonly cents: UsdRate
  /** Null where a price has no age: a configured one, or none. */
  readonly ageSeconds: number | null
}

/** The price as it was last heard by this page; null until then. */
export const latestRate = createStore<AptRate | null>(null)
