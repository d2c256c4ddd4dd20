import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { type HoldingAges, readOwnerAges, readTokenAges } from './owners.ts'

const NOW = 1_000n
const BOUNDS = [0n, 10n, 100n, 500n]

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** A holding of a wallet: since when, how many, and whether it lasts. */
interface Holding {
  readonly since: number
  readonly amount: bigint
  readonly isHeld: boolean
}

/** Writes holdings as lots and as spans of owners, each of a token and a wallet of its own. */
async function hold(collectionId: string, holdings: readonly Holding[]): Promise<void> {
  const columns = [
    holdings.map(({ since }) => since),
    holdings.map(({ amount }) => amount),
    holdings.map(({ isHeld }) => isHeld),
  ]
  const held = 'unnest($2::bigint[], $3::numeric[], $4::boolean[]) with ordinality as held (since, amount, is_held, n)'
  await store.pool.query(
    `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, is_in_transit, released_version, released_at_micros)
      select 'w' || n, $1::text || n, 0, n, 0, $1, amount, 'mint', since, false, case when not is_held then n end, case when not is_held then since end
      from ${held}`,
    [collectionId, ...columns],
  )
  await store.pool.query(
    `insert into market.owner_spans (collection_id, wallet, from_micros, to_micros)
      select $1, 'w' || n, since, case when not is_held then since + 1 end from ${held}`,
    [collectionId, ...columns],
  )
}

function agesOf(holdings: readonly Holding[], countOf: (holding: Holding) => bigint): HoldingAges {
  const counts = BOUNDS.map((from, at) => {
    const isIn = ({ since }: Holding) => {
      const age = NOW - BigInt(since)
      // What is newer than now counts as new.
      return (age >= from || at === 0) && age < (BOUNDS[at + 1] ?? 10n ** 9n)
    }
    return holdings.filter(isIn).reduce((sum, holding) => sum + countOf(holding), 0n)
  })
  const since = holdings.map((holding) => holding.since).toSorted((one, other) => one - other)
  const middle = since[Math.ceil(since.length / 2) - 1]
  return { counts, medianMicros: middle === undefined ? null : NOW - BigInt(middle) }
}

it('knows the ages of all that a collection’s owners hold, and of those who hold it', async () => {
  const holding = fc.record({
    since: fc.integer({ min: 1, max: 1_005 }),
    amount: fc.oneof(fc.bigInt({ min: 1n, max: 3n }), fc.constant(10n ** 19n)),
    isHeld: fc.boolean(),
  })
  let at = 0
  await fc.assert(
    fc.asyncProperty(fc.array(holding, { maxLength: 12 }), async (holdings) => {
      at += 1
      await hold(`c${at} `, holdings)
      const held = holdings.filter(({ isHeld }) => isHeld)
      const asked = { fromMicros: BOUNDS, nowMicros: NOW }
      expect(await readTokenAges(store, `c${at} `, asked)).toEqual(agesOf(held, ({ amount }) => amount))
      expect(await readOwnerAges(store, `c${at} `, asked)).toEqual(agesOf(held, () => 1n))
    }),
    { numRuns: runs(60) },
  )
})

it('reads the ages of a large collection in indexes alone, without those who were its owners before', async () => {
  const COUNT = 6_000
  const holdings = Array.from({ length: COUNT }, (_, n) => ({
    since: 1 + ((n * 7919) % 997),
    amount: 1n,
    isHeld: n % 2 === 0,
  }))
  for (const collection of ['large ', 'other ']) await hold(collection, holdings)
  await vacuumWhole(store, ['market.lots', 'market.owner_spans'])
  const asked = { fromMicros: BOUNDS, nowMicros: NOW }
  for (const [table, read] of [
    ['market.lots', readTokenAges],
    ['market.owner_spans', readOwnerAges],
  ] as const) {
    expect(await countRowsRead(store, table, (reader) => read(reader, 'large ', asked)), table).toBe(0n)
    const { pages } = await workForAnyParameters(store, (reader) => read(reader, 'large ', asked))
    expect(pages, table).toBeLessThan(COUNT / 50)
  }
})
