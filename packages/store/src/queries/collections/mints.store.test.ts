import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { activities, mintCosts } from '../../schema/history.ts'
import { collectionStats } from '../../schema/stats.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findMintingCollections, readMintStats } from './mints.ts'

const ids = SMALL_MARKET_IDS
const { collectionId } = ids
const HOUR = 3_600_000_000n
const nowMicros = 1_790_000_000_000_000n

let store: Store
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  const database = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: database.databaseUrl, applicationName: 'test' }))
  await seedSmallMarket(store, { ids, marketplace: 'somewhere', nowMicros })
})
afterAll(() => stack.disposeAsync())

// @feature launchpad.minting
it('lists collections by their last mint, page by page, and leaves out those that were never minted from', async () => {
  const [row] = await store.db.selectFrom('market.collection_stats').selectAll().execute()
  if (row === undefined) throw new Error('the small market has figures')
  const others = ['d1', 'd2', 'd3'].map((name) => ({ ...row, collection_id: `0x${name.repeat(32)}` }))
  await insertRows(store, collectionStats, [
    { ...others[0], last_mint_micros: nowMicros },
    { ...others[1], last_mint_micros: nowMicros },
    { ...others[2], last_mint_micros: null },
  ] as (typeof row)[])
  const all = await findMintingCollections(store, { take: 10 })
  expect(all.map((place) => place.collectionId.slice(2, 4))).toEqual(['d2', 'd1', 'c0'])
  const [first] = all
  if (first === undefined) throw new Error('there is a first')
  expect(await findMintingCollections(store, { take: 1, after: first })).toEqual([all[1]])
  expect(await findMintingCollections(store, { take: 1, offset: 2 })).toEqual([all[2]])
})

// @feature launchpad.minting
it('knows how far a mint is, who minted, and what it cost last', async () => {
  const [mint] = await store.db.selectFrom('market.activities').selectAll().where('kind', '=', 'mint').execute()
  if (mint === undefined) throw new Error('the small market has a mint')
  await insertRows(store, activities, [
    { ...mint, version: 96n, token_data_id: ids.listedTokenDataId, to_address: ids.buyer, at_micros: nowMicros - HOUR },
    { ...mint, version: 97n, token_data_id: `0x${'9'.repeat(64)}`, to_address: ids.buyer, at_micros: nowMicros },
  ])
  const cost = { wallet: ids.buyer, cost_octas: 250n }
  await insertRows(store, mintCosts, [
    { ...cost, token_data_id: ids.listedTokenDataId, version: 96n },
    // The same token changed hands for another price in a version that minted nothing of it.
    { ...cost, token_data_id: ids.tokenDataId, version: 98n, cost_octas: 1n },
  ])
  const figures = await readMintStats(store, [collectionId, `0x${'c1'.repeat(32)}`], nowMicros - 2n * HOUR)
  expect([...figures.values()]).toEqual([
    {
      collectionId,
      minted: 4n,
      maxSupply: 100n,
      mintedSince: 2n,
      minters: 2n,
      priceOctas: 250n,
      firstMintMicros: nowMicros - 20n * HOUR,
    },
  ])
})
