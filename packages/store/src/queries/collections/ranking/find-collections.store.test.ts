import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { collectionStats } from '../../../schema/stats.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { seedSmallMarket } from '../../../testing/small-market.ts'
import { QUIET_COLLECTION, SMALL_MARKET_IDS } from '../../../testing/small-market-ids.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { findCollections } from './find-collections.ts'
import type { RankedCollection } from './ranking-page-sql.ts'
import type { CollectionRanking } from './ranking-sql.ts'

const IDS = Array.from({ length: 12 }, (_, at) => `0x${'d'.repeat(62)}${String(at).padStart(2, '0')}`)
const nowMicros = 1_790_000_000_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids: SMALL_MARKET_IDS, marketplace: 'somewhere', nowMicros })
  for (const id of IDS) {
    await sql`insert into chain.current_collections_v2
      select (jsonb_populate_record(c, jsonb_build_object('collection_id', ${id}::text))).*
      from chain.current_collections_v2 c where collection_id = ${QUIET_COLLECTION}`.execute(store.db)
  }
  const others = [SMALL_MARKET_IDS.collectionId, QUIET_COLLECTION]
  await store.db.deleteFrom('chain.current_collections_v2').where('collection_id', 'in', others).execute()
})
afterAll(() => store[Symbol.asyncDispose]())

const amount = fc.constantFrom(null, 5n, 7n)
const stats = fc.record({
  floor_octas: amount,
  top_bid_octas: amount,
  listed_count: fc.constantFrom(0n, 3n),
  volume_all_octas: fc.constantFrom(0n, 9n, 11n),
})
const untraded = fc.constant({ floor_octas: null, top_bid_octas: null, listed_count: 0n, volume_all_octas: 0n })
// Mostly untraded, as on a real network.
const market = fc.array(fc.oneof(stats, { arbitrary: untraded, weight: 2 }), {
  minLength: IDS.length,
  maxLength: IDS.length,
})
const ranking = fc.constantFrom<CollectionRanking>(
  ...(['ALL_TIME_VOLUME', 'ONE_D_VOLUME', 'FLOOR_PRICE', 'TOP_BID', 'LISTED', 'OWNERS', 'NAME', 'TRENDING'] as const),
)

// @feature landing.empty-hidden
it('leaves collections that were never traded out before it pages, in every ranking', async () => {
  await fc.assert(
    fc.asyncProperty(market, ranking, fc.boolean(), async (rows, by, descending) => {
      await store.db.deleteFrom('market.collection_stats').execute()
      const none = {
        owner_count: 1n,
        supply: 1n,
        sales_all: 0n,
        last_sale_octas: null,
        best_proceeds_octas: null,
        last_mint_micros: null,
        has_several_minters: false,
      }
      const known = rows.map((row, at) => ({ collection_id: IDS[at] ?? '', ...none, ...row, last_version: 1n }))
      await insertRows(store, collectionStats, known)
      const traded = known.filter(
        (row) => row.listed_count > 0n || row.top_bid_octas !== null || row.volume_all_octas > 0n,
      )

      const found = await pages(by, descending, true)
      const all = await pages(by, descending, false)
      expect(all.toSorted()).toEqual(IDS)
      const ids = new Set(traded.map(({ collection_id: id }) => id))
      expect(found).toEqual(all.filter((id) => ids.has(id)))
    }),
    { numRuns: runs(40) },
  )
})

/** Reads the whole ranking by pages of three. */
async function pages(by: CollectionRanking, descending: boolean, tradedOnly: boolean): Promise<readonly string[]> {
  const found: RankedCollection[] = []
  for (;;) {
    const after = found.at(-1)
    const query = { ranking: by, descending, nowMicros, take: 3, tradedOnly }
    const page = await findCollections(store, after === undefined ? query : { ...query, after })
    found.push(...page)
    if (page.length < 3) return found.map(({ collectionId }) => collectionId)
  }
}
