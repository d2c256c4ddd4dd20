import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTraitSummaryCache } from '../../cache/trait-summary-cache.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTraitCache } from '../../trait-filter/trait-cache.ts'
import { loadTopTraits } from './load-top-traits.ts'

const { collectionId } = EXAMPLE
const TOKENS = [EXAMPLE.tokenDataId, THIRD_TOKEN, '0xff', EXAMPLE.listedTokenDataId]
/** A wallet that has nothing for sale. */
const STRANGER = `0x${'77'.repeat(32)}`
/** Listings that a summary reads. */
const SUMMARIZED = 500

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.store.pool.query('insert into market.rarity_queue (collection_id) values ($1)', [collectionId])
  while ((await refreshNextRarity(api.store.db)) !== null);
})
afterAll(() => api[Symbol.asyncDispose]())

let context: Parameters<typeof loadTopTraits>[0]
/** An API in whose memory nothing is. */
beforeEach(() => {
  const { store, nowMicros } = api.context
  context = {
    store,
    nowMicros,
    traits: createTraitCache(store),
    traitSummaries: createTraitSummaryCache({ store }, 60_000),
  }
})

const isInMemory = () => context.traits.cachedColumnsOf(collectionId) !== undefined

it('the dearest trait of each token is the same before and after the whole collection is in memory', async () => {
  const first = await loadTopTraits(context, TOKENS, STRANGER)
  expect(first.map(({ tokenDataId }) => tokenDataId)).toEqual(TOKENS)
  expect(first.filter(({ topTrait }) => topTrait !== null)).toHaveLength(TOKENS.length - 1)
  expect(isInMemory()).toBe(false)
  await context.traits.columnsOf(collectionId)
  expect(await loadTopTraits(context, TOKENS, undefined)).toEqual(first)
})

it('the whole collection is read where a wallet’s own listings are left out', async () => {
  const others = await loadTopTraits(context, TOKENS, EXAMPLE.owner)
  expect(isInMemory()).toBe(true)
  expect(others).not.toEqual(await loadTopTraits(context, TOKENS, undefined))
})

it('the whole collection is read where so many are for sale that those with a trait may not be among the cheapest', async () => {
  await using small = await createTestApi()
  const { store, nowMicros } = small.context
  const traits = createTraitCache(store)
  const cheap = `insert into market.listings select (o).* from generate_series(1, ${SUMMARIZED}) n cross join lateral (
    select jsonb_populate_record(l, jsonb_build_object('listing_id', '0x' || n, 'price_octas', n)) as o
    from market.listings l where l.token_data_id = $1 and l.state = 'open' limit 1) made`
  await small.store.pool.query(cheap, [EXAMPLE.listedTokenDataId])
  // While a list row waits, listings are looked through.
  const wait = 'insert into market.token_list_item_queue (token_data_id, collection_id) values ($1, $2)'
  await small.store.pool.query(wait, [EXAMPLE.listedTokenDataId, collectionId])
  await small.store.pool.query('insert into market.rarity_queue (collection_id) values ($1)', [collectionId])
  while ((await refreshNextRarity(small.store.db)) !== null);
  const traitSummaries = createTraitSummaryCache({ store }, 60_000)
  const [dear] = await loadTopTraits({ store, nowMicros, traits, traitSummaries }, [THIRD_TOKEN], undefined)
  expect(dear?.topTrait?.floorPrice).toBe('300000000')
  expect(traits.cachedColumnsOf(collectionId)).toBeDefined()
})
