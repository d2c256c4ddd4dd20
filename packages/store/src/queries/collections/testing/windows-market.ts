import { HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import type { Store } from '../../../driver/connection.ts'
import { seedSmallMarket } from '../../../testing/small-market.ts'
import { QUIET_COLLECTION, SMALL_MARKET_IDS } from '../../../testing/small-market-ids.ts'
import { createTestStore } from '../../../testing/test-store.ts'

/** Collections of the market. */
export const IDS = [SMALL_MARKET_IDS.collectionId, QUIET_COLLECTION] as const
export const MINUTE = HOUR_MICROS / 60n
/** Start of the hour in which the market was seeded. */
export const HOUR_START = 1_790_000_000_000_000n - (1_790_000_000_000_000n % HOUR_MICROS)
/** Times in that hour. */
export const minutesPast = fc.integer({ min: 0, max: 59 }).map((minutes) => HOUR_START + BigInt(minutes) * MINUTE)

/** Opens a store with the small market, for tests of windows of time. */
export async function openWindowsMarket(): Promise<Store> {
  const store = await createTestStore()
  await seedSmallMarket(store, { ids: SMALL_MARKET_IDS, marketplace: 'somewhere', nowMicros: HOUR_START })
  return store
}
