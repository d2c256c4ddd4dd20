import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { listings } from '../../schema/orders.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { readUsualFloor } from './usual-floor.ts'

const SECOND = 1_000_000n
const NOW = 1_800_000_000n * SECOND
const NOW_SECONDS = NOW / SECOND
const now = { nowMicros: NOW, leastOctas: 3n }

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => store.pool.query('truncate market.listings'))

interface Ask {
  readonly seller: string
  readonly price: bigint
  /** Seconds for which it has had its price, and for which it goes on; null without an end. */
  readonly age: bigint
  readonly left: bigint | null
  /** Seconds since its price fell for the last time, negative while it falls; null where it never does. */
  readonly fell: bigint | null
}

const LASTING: Ask = { seller: 'b', price: 50n, age: 600n, left: null, fell: null }

async function write(asks: readonly Ask[]): Promise<void> {
  await store.pool.query('truncate market.listings')
  await insertRows(
    store,
    listings,
    asks.map(({ seller, price, age, left, fell }, at) => ({
      marketplace: 'bazaar',
      listing_id: String(at),
      token_data_id: String(at),
      property_version: 0n,
      token_standard: 'v2',
      collection_id: 'c1',
      seller,
      price_octas: price,
      ...NO_LISTING_TERMS,
      expires_at_seconds: left === null ? null : NOW_SECONDS + left,
      state: 'open',
      validity: 'valid',
      falls_until_seconds: fell === null ? null : NOW_SECONDS - fell,
      placed_version: 1n,
      placed_at_micros: 0n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: NOW - age * SECOND,
    })),
  )
}

const seconds = fc.oneof(fc.constantFrom(0n, 1n, 599n, 600n, 601n), fc.bigInt(0n, 100_000n))
const asks = fc.array(
  fc.record<Ask>({
    seller: fc.constantFrom('a', 'b'),
    price: fc.bigInt(0n, 9n),
    age: seconds,
    left: fc.option(seconds),
    fell: fc.option(fc.oneof(seconds, fc.bigInt(-1_000n, -1n)), { freq: 1 }),
  }),
  { maxLength: 8 },
)

const lowest = (all: readonly Ask[]) =>
  all.reduce<bigint | null>((least, { price }) => (least === null || price < least ? price : least), null)

// @feature trade.usual-floor
describe('the usual floor', () => {
  it('is the lowest price that lasts: for ten minutes, for ten more, and not falling', async () => {
    await fc.assert(
      fc.asyncProperty(asks, fc.subarray(['a']), async (all, sellers) => {
        await write(all)
        const lasting = all.filter(
          ({ seller, price, age, left, fell }) =>
            !sellers.includes(seller) &&
            price >= 3n &&
            age >= 600n &&
            (left === null || left >= 600n) &&
            (fell === null || fell >= 600n),
        )
        expect(await readUsualFloor(store, 'c1', { ...now, sellers })).toBe(lowest(lasting))
      }),
      { numRuns: runs(60) },
    )
  })

  it('is not moved by any number of listings that end, are repriced or fall within ten minutes', async () => {
    const fleeting = fc.oneof(
      fc.record({ age: fc.bigInt(0n, 599n), left: fc.option(seconds), fell: fc.constant(null) }),
      fc.record({ age: seconds, left: fc.bigInt(0n, 599n), fell: fc.constant(null) }),
      fc.record({ age: seconds, left: fc.constant(null), fell: fc.bigInt(-9_000n, 599n) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fleeting, { maxLength: 12 }), fc.bigInt(3n, 49n), async (all, price) => {
        await write([LASTING, ...all.map((one) => ({ ...one, seller: 'a', price }))])
        expect(await readUsualFloor(store, 'c1', now)).toBe(50n)
      }),
      { numRuns: runs(30) },
    )
  })

  it('is read of one listing where the cheapest lasts, and of a thousand however many do not', async () => {
    const read = (reader: Reader) => readUsualFloor(reader, 'c1', now)
    await write(Array.from({ length: 3_000 }, () => LASTING))
    await store.pool.query('analyze market.listings')
    expect(await read(store)).toBe(50n)
    expect(await countRowsRead(store, 'market.listings', read)).toBeLessThanOrEqual(2n)
    await store.pool.query(
      `update market.listings set price_octas = 4, last_at_micros = ${NOW} where listing_id::int < 2500`,
    )
    await store.pool.query('vacuum analyze market.listings')
    expect(await read(store)).toBeNull()
    expect(await countRowsRead(store, 'market.listings', read)).toBeLessThanOrEqual(1_000n)
  })
})
