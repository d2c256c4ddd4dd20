import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { type NewestLot, type NewestLotPlace, readNewestLots } from './lots.ts'

const LOTS = 20_000
const TAKE = 25

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  // One wallet with half of all lots, among a thousand others; every second lot was sold, in another order than it was acquired. Few costs are unknown.
  await store.pool.query(`
    insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, cost_octas, is_in_transit, released_version, released_by, released_at_micros, proceeds_octas)
      select case when n % 2 = 0 then '0xa' else '0xb' || n % 1000 end, 't' || n, 0, n, 0, 'c' || n % 100, 1, 'listing', n, case when n % 2000 not in (0, 2) then n end, false,
        case when n % 4 < 2 then ${LOTS} + n * 7919 % 10007 end, case when n % 4 < 2 then 'listing' end, case when n % 4 < 2 then n end, null
      from generate_series(1, ${LOTS}) n`)
  await vacuumWhole(store, ['market.lots'])
})
afterAll(() => store[Symbol.asyncDispose]())

it.each(['all', 'held', 'sold'] as const)(
  'of a wallet with thousands of lots, each page of %s reads about as many as it has',
  async (state) => {
    const places: NewestLotPlace[] = []
    for (let page = 0; page < 3; page += 1) {
      const after = places.at(-1)
      const read = await countRowsRead(store, 'market.lots', async (reader) =>
        places.push(
          ...(await readNewestLots(reader, { wallet: '0xa', state }, { take: TAKE, ...(after && { after }) })),
        ),
      )
      expect(read, `page ${page}`).toBeLessThan(BigInt(4 * TAKE))
    }
    const { rows } = await store.pool.query<{ id: string }>(
      `select token_data_id as id from market.lots where wallet = '0xa'
        and ($1 = 'all' or (released_version is null) = ($1 = 'held'))
      order by coalesce(released_version, acquired_version) desc, token_data_id desc limit ${3 * TAKE}`,
      [state],
    )
    expect(places.map(({ tokenDataId }) => tokenDataId)).toEqual(rows.map(({ id }) => id))
  },
)

it.each(['held', 'sold', 'all'] as const)(
  'of a wallet with thousands of lots, the few of unknown cost that are %s are found without reading the others',
  async (state) => {
    const read = await countRowsRead(store, 'market.lots', async (reader) => {
      const found = await readNewestLots(reader, { wallet: '0xa', state, isCostKnown: false }, { take: TAKE })
      expect(found.map(({ costOctas }) => costOctas)).toEqual(Array(state === 'all' ? 20 : 10).fill(null))
    })
    expect(read).toBeLessThan(BigInt(2 * TAKE))
  },
)

const anyLot = fc.record({
  token: fc.constantFrom('t1', 't2'),
  edition: fc.constantFrom(0, 1),
  acquired: fc.integer({ min: 1, max: 4 }),
  index: fc.integer({ min: 0, max: 1 }),
  /** Lots that were acquired in several transactions may leave in one. */
  released: fc.option(fc.integer({ min: 4, max: 6 })),
})

it.each(['held', 'sold', 'all'] as const)(
  'reads each lot that is %s once, page by page, whichever left together',
  async (state) => {
    const lots = fc.uniqueArray(anyLot, {
      selector: ({ token, edition, acquired, index }) => [token, edition, acquired, index].join(),
      maxLength: 16,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(lots, fc.integer({ min: 1, max: 3 }), async (all, take) => {
        await store.pool.query("delete from market.lots where wallet = 'pages'")
        for (const { token, edition, acquired, index, released } of all)
          await store.pool.query(
            `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, amount, acquired_by,
               acquired_at_micros, is_in_transit, released_version, released_by, released_at_micros)
             values ('pages', $1, $2, $3, $4, 1, 'listing', 1, false, $5, $6, $5)`,
            [token, edition, acquired, index, released, released === null ? null : 'listing'],
          )
        const wanted = all.filter(
          ({ released }) => state === 'all' || (released === null ? state === 'held' : state === 'sold'),
        )
        const found: NewestLot[] = []
        while (found.length <= all.length) {
          const after = found.at(-1)
          const page = await readNewestLots(store, { wallet: 'pages', state }, { take, ...(after && { after }) })
          if (page.length === 0) break
          found.push(...page)
        }
        const keyOf = (parts: readonly unknown[]) => parts.join()
        expect(
          found
            .map((lot) => keyOf([lot.tokenDataId, lot.propertyVersion, lot.acquiredVersion, lot.lotIndex]))
            .toSorted(),
        ).toEqual(wanted.map((lot) => keyOf([lot.token, lot.edition, lot.acquired, lot.index])).toSorted())
        const versions = found.map(({ lastVersion }) => Number(lastVersion))
        expect(versions).toEqual(versions.toSorted((one, other) => other - one))
      }),
      { numRuns: runs(25) },
    )
  },
)
