import { runs } from '@opal/domain/testing/effort/config'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import type { Store } from '@opal/store/driver/connection'
import { readTraitCounts } from '@opal/store/maintenance/inspect/trait-counts'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { readListItemTraitRows, readTraitRows } from '@opal/store/queries/traits/trait-rows'
import { readTraitSummary } from '@opal/store/queries/traits/trait-summary'
import { emptyDatabase } from '@opal/store/testing/empty-database'
import { createTestStore } from '@opal/store/testing/test-store'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareTraitStats } from './compare-trait-stats.ts'
import { createTraitCache } from './trait-cache.ts'

const COLLECTION = `0x${'c0'.repeat(32)}`
const idOf = (token: number) => `0x${token.toString(16).padStart(64, '0')}`

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const plain = fc.oneof(fc.constantFrom('Red', 'Blue', '', '3'), fc.integer({ min: -5, max: 5 }), fc.boolean())
const attribute = fc.oneof(
  fc.record({ trait_type: fc.constantFrom('Hat', 'Eyes', 'Fur'), value: plain }),
  // Malformed traits: metadata is untrusted.
  fc.constantFrom<unknown>(
    null,
    7,
    {},
    { trait_type: 'Hat' },
    { trait_type: 5, value: 'Red' },
    { trait_type: 'Hat', value: {} },
  ),
)
const attributes = fc.oneof(
  { weight: 5, arbitrary: fc.array(attribute, { maxLength: 5 }) },
  fc.constantFrom<unknown>(null, {}, 'x'),
)
const properties = fc.dictionary(fc.constantFrom('Hat', 'Level'), fc.oneof(plain, fc.constant(null)), { maxKeys: 2 })
const token = fc.nat(7)
const change = fc.oneof(
  fc.record({ kind: fc.constant('describe' as const), token, attributes, properties }),
  fc.record({ kind: fc.constant('fetch again' as const), token, attributes }),
  fc.record({ kind: fc.constant('burn' as const), token }),
  fc.record({
    kind: fc.constant('list' as const),
    token,
    price: fc.integer({ min: 1, max: 9 }),
    isValid: fc.boolean(),
  }),
)
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

let version = 0
/** Writes a change as the indexer does: with a new version of chain data, or a new fetch of metadata. */
async function applyChange(change: Change): Promise<void> {
  const id = idOf(change.token)
  version += 1
  const { pool } = store
  if (change.kind === 'describe') {
    await pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_standard,
         token_properties, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
       values ($1, $2, $1, '', $1, 'v2', $3, false, $4, now())
       on conflict (token_data_id) do update set token_properties = excluded.token_properties, is_deleted_v2 = false,
         last_transaction_version = excluded.last_transaction_version`,
      [id, COLLECTION, JSON.stringify(change.properties), version],
    )
  }
  if (change.kind === 'describe' || change.kind === 'fetch again') {
    await pool.query(
      `insert into market.metadata (uri, status, attributes, attempts, next_attempt_at, fetched_at)
       values ($1, 'ready', $2, 1, now(), clock_timestamp())
       on conflict (uri) do update set attributes = excluded.attributes, fetched_at = excluded.fetched_at`,
      [id, JSON.stringify(change.attributes)],
    )
  }
  if (change.kind === 'burn') {
    await pool.query(
      `update chain.current_token_datas_v2 set is_deleted_v2 = true, last_transaction_version = $2 where token_data_id = $1`,
      [id, version],
    )
  }
  // Changes of traits are queued for ranking.
  if (change.kind !== 'list')
    await pool.query('insert into market.rarity_queue (collection_id) values ($1)', [COLLECTION])
  if (change.kind === 'list') {
    await pool.query(
      `insert into market.listings (marketplace, listing_id, token_data_id, property_version, token_standard, collection_id, seller,
         price_octas, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
       values ('opal', $1, $2, 0, 'v2', $3, '0xa', $4, 'open', $5, $6, 1, $6, 0, 1)`,
      [`0x${version}`, id, COLLECTION, change.price, change.isValid ? 'valid' : 'seller-lost-token', version],
    )
  }
}

/** Compares the trait stats of a token's page, once the collection is counted, with those computed from the tables. */
async function compareSummary(): Promise<void> {
  const all = await readTraitCounts(store, COLLECTION)
  const traits = all.map(({ traitType, value }) => ({ trait_type: traitType, value }))
  const { rowCount: waiting } = await store.pool.query('select from market.rarity_queue')
  if (waiting !== 0) expect(await readTraitSummary(store, COLLECTION)).toBeNull()
  while ((await refreshNextRarity(store.db)) !== null);
  if (traits.length === 0) return
  // As the indexer queues tokens without a list item.
  await store.pool.query(`insert into market.token_list_item_queue (token_data_id, collection_id)
    select token_data_id, collection_id from chain.current_token_datas_v2`)
  const wanted = all.map(({ count, floorOctas }) => ({ count: Number(count), floorOctas }))
  expect(await readSummed(traits)).toEqual(wanted)
  await compareListItems()
  expect(await readSummed(traits)).toEqual(wanted)
  // Later changes queue nothing here.
  await store.pool.query('delete from market.token_list_items')
}

async function readSummed(traits: readonly TokenTrait[]) {
  const summary = await readTraitSummary(store, COLLECTION)
  expect(summary?.isWhole).toBe(true)
  return traits.map(({ trait_type: trait, value }) => ({
    count: summary?.counts.get(trait)?.get(value),
    floorOctas: summary?.floors.get(trait)?.get(value) ?? null,
  }))
}

/** Compares the traits of the tokens' list items with those of the tables. */
async function compareListItems(): Promise<void> {
  expect(await readListItemTraitRows(store, COLLECTION, { take: 9, bytes: 1_000_000, afterId: null })).toBeNull()
  await writeQueuedListItems(store)
  const rows = await readListItemTraitRows(store, COLLECTION, { take: 9, bytes: 1_000_000, afterId: null })
  expect(rows?.rows.flatMap(({ row }) => row ?? [])).toEqual(
    (await readTraitRows(store, COLLECTION, { take: 9, bytes: 1_000_000, afterId: null })).rows,
  )
  expect(await compareTraitStats(store, createTraitCache(store), COLLECTION)).toEqual([])
}

it('counts and floors of traits, updated in memory or read again, equal those of the tables', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { minLength: 2, maxLength: 4 }), async (steps) => {
      await emptyDatabase(store.db)
      let nowMs = 0
      const cached = createTraitCache(store, { now: () => nowMs })
      for (const changes of steps) {
        for (const one of changes) await applyChange(one)
        nowMs += 60_000
        const differing = async () => (await compareTraitStats(store, cached, COLLECTION))?.length
        // The cached value is used until a background read has finished.
        await expect.poll(differing, { interval: 5 }).toBe(0)
        expect(await compareTraitStats(store, createTraitCache(store), COLLECTION)).toEqual([])
        await compareSummary()
      }
    }),
    { numRuns: runs(15) },
  )
})
