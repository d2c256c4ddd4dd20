import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsByTable } from '../../testing/plans/plan-rows.ts'
import { plansOf } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { MAX_NEWER, readChanges } from './changes.ts'

const COLLECTIONS = ['0xa', '0xb', null] as const

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await sql`truncate market.change_feed restart identity`.execute(store.db)
})

/** Adds changes at these versions, in their order; of the collections in turn. */
async function addChanges(versions: readonly number[]): Promise<void> {
  await sql`insert into market.change_feed (version, at_micros, collection_id, kind, payload)
    select version, 1, (${[...COLLECTIONS]}::text[])[1 + (n - 1) % ${COLLECTIONS.length}::int], 'bid_change', '{}'
    from unnest(${versions.map(String)}::bigint[]) with ordinality as change (version, n) order by n`.execute(store.db)
}

interface Asked {
  readonly version: bigint
  readonly take: number
  readonly collectionId?: string
}

function read({ version, ...options }: Asked, from: Pick<Store, 'db'> = store) {
  return readChanges(from, { version }, options)
}

/** Returns the ids of the model: those after the version, in their order. */
function idsAfter(versions: readonly number[], { version, take, collectionId }: Asked): readonly bigint[] {
  return versions
    .flatMap((each, at) => {
      const isOfIt = collectionId === undefined || COLLECTIONS[at % COLLECTIONS.length] === collectionId
      return isOfIt && BigInt(each) > version ? [BigInt(at + 1)] : []
    })
    .slice(0, take)
}

/** A feed of some length: each tenth change is of a collection that changed last long before. */
function longFeed(length: number): readonly number[] {
  return Array.from({ length }, (_, at) => (at % 10 === 9 ? at >> 2 : at))
}

it('finds what comes after any version, in whatever order of versions it was written', async () => {
  const versions = fc.array(fc.nat({ max: 6 }), { maxLength: 30 })
  const asked = fc.record(
    {
      version: fc.bigInt(-1n, 7n),
      take: fc.integer({ min: 1, max: 40 }),
      collectionId: fc.constantFrom('0xa', '0xb', '0xc'),
    },
    { requiredKeys: ['version', 'take'] },
  )
  await fc.assert(
    fc.asyncProperty(versions, fc.array(asked, { minLength: 1, maxLength: 5 }), async (feed, questions) => {
      await sql`truncate market.change_feed restart identity`.execute(store.db)
      await addChanges(feed)
      for (const one of questions) expect((await read(one)).map(({ id }) => id)).toEqual(idsAfter(feed, one))
    }),
    { numRuns: runs(40) },
  )
})

const LENGTH = 30_000
const VERSIONS = [0, LENGTH / 2, LENGTH - MAX_NEWER, LENGTH - 500, LENGTH - 1, LENGTH * 9].map(BigInt)

it.each(VERSIONS)('reads what was missed since version %i of a long feed, not what came before it', async (version) => {
  const feed = longFeed(LENGTH)
  await addChanges(feed)
  await sql`vacuum (analyze) market.change_feed`.execute(store.db)
  for (const collectionId of [undefined, '0xa']) {
    const one = { version, take: 101, ...(collectionId !== undefined && { collectionId }) }
    const plans = await plansOf(
      store,
      async (reader) => expect((await read(one, reader)).map(({ id }) => id)).toEqual(idsAfter(feed, one)),
      'requests',
      ['set plan_cache_mode = force_generic_plan'],
    )
    const rows = plans.reduce((sum, plan) => sum + (rowsByTable(plan).get('change_feed') ?? 0), 0)
    const missed = feed.filter((each) => BigInt(each) > version).length
    if (missed <= MAX_NEWER) expect(rows).toBeLessThanOrEqual(2 * missed + 4 * one.take)
  }
})
