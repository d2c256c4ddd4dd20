import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readActivities } from './activities.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Writes activities of a marketplace, in turns of some kinds. */
async function happen(
  marketplace: string | null,
  kinds: readonly string[],
  from: number,
  count: number,
): Promise<void> {
  await store.pool.query(
    `insert into market.activities (version, event_index, kind, marketplace, at_micros)
    select n, 0, ($2::text[])[1 + n % cardinality($2::text[])], $1, n from generate_series($3::int, $3 + $4 - 1) n`,
    [marketplace, kinds, from, count],
  )
}

test('activities of a marketplace cost the rows of a page, whichever kinds are asked for and however many others it has', async () => {
  for (const [at, count] of [300, 6_000].entries()) {
    const [here, from] = [`bazaar ${at}`, at * 100_000]
    await happen(here, ['sale'], from, 3)
    await happen(here, ['list', 'delist'], from + 10, count)
    await happen(null, ['transfer', 'mint'], from + 50_000, count)
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await store.pool.query('analyze market.activities')
      const found: number[] = []
      for (const kinds of [['sale'], ['burn'], ['transfer', 'mint'], ['set-bid', 'reprice'], undefined]) {
        const read = await countRowsRead(store, 'market.activities', async (reader) => {
          const query = { marketplace: here, take: 20, ...(kinds && { kinds }) }
          found.push((await readActivities(reader, query, 0n)).length)
        })
        expect(read, `${kinds} of ${count}`).toBeLessThan(120n)
      }
      expect(found).toEqual([3, 0, 0, 0, 20])
    }
  }
})

test('pages of a marketplace’s activities of any kinds are those of all activities that fit, newest first', async () => {
  const kinds = ['list', 'sale', 'transfer', 'set-bid', 'mint']
  await happen('here', kinds.slice(0, 2), 900_000, 20)
  await happen('there', kinds, 900_100, 20)
  await happen('here', ['set-bid', 'list'], 900_200, 20)
  const all = await readActivities(store, { take: 60 }, 0n)
  const asked = fc.record({
    of: fc.subarray(kinds, { minLength: 1 }),
    take: fc.integer({ min: 1, max: 12 }),
    offset: fc.nat(12),
    isAll: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ of, take, offset, isAll }) => {
      const fitting = all.filter((row) => row.marketplace === 'here' && (isAll || of.includes(row.kind)))
      const query = { marketplace: 'here', take, offset, ...(!isAll && { kinds: of }) }
      expect(await readActivities(store, query, 0n)).toEqual(fitting.slice(offset, offset + take))
    }),
    { numRuns: 40 },
  )
})
