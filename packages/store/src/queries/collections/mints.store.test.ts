import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { activities, mintCosts } from '../../schema/history.ts'
import { collectionStats } from '../../schema/stats.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { type PlanNode, plansOf } from '../../testing/plans/work-for-any-parameters.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { findMintingCollections, readMintStats } from './mints.ts'
import { readCollectionHeads, readCollections } from './read-collections.ts'

const ids = SMALL_MARKET_IDS
const { collectionId } = ids
const HOUR = 3_600_000_000n
const nowMicros = 1_790_000_000_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids, marketplace: 'somewhere', nowMicros })
})
afterAll(() => store[Symbol.asyncDispose]())

// @feature launchpad.minting, launchpad.hidden
it('lists collections that several wallets mint from by their last mint, page by page, and no names', async () => {
  const [row] = await store.db.selectFrom('market.collection_stats').selectAll().execute()
  if (row === undefined) throw new Error('the small market has stats')
  const [mint] = await store.db.selectFrom('market.activities').selectAll().where('kind', '=', 'mint').execute()
  if (mint === undefined) throw new Error('the small market has a mint')
  const idOf = (name: string) => `0x${name.repeat(32)}`
  const stats = (name: string, last_mint_micros: bigint | null, has_several_minters: boolean) => ({
    ...row,
    collection_id: idOf(name),
    last_mint_micros,
    has_several_minters,
  })
  // d1 and d2 have two minters, d3 was never minted from, d4 has one minter of two tokens, d5 holds names.
  await insertRows(store, collectionStats, [
    ...['d1', 'd2', 'd5'].map((name) => stats(name, nowMicros, true)),
    stats('d3', null, false),
    stats('d4', nowMicros, false),
  ])
  const minters: Readonly<Record<string, readonly string[]>> = {
    d1: [ids.owner, ids.buyer],
    d2: [ids.owner, ids.owner, ids.buyer],
    d4: [ids.owner, ids.owner],
    d5: [ids.owner, ids.buyer],
  }
  const tokenOf = (name: string, at: number) => `0x${name.repeat(31)}0${at}`
  await insertRows(
    store,
    activities,
    Object.entries(minters).flatMap(([name, wallets], block) =>
      wallets.map((to_address, at) => ({
        ...mint,
        version: BigInt(200 + 10 * block + at),
        collection_id: idOf(name),
        token_data_id: tokenOf(name, at),
        to_address,
      })),
    ),
  )
  await sql`insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address,
    expiration_timestamp, last_transaction_version, is_deleted, token_data_id)
    values ('monkey', '', 'v2', 'monkey.apt', ${ids.owner}, '2030-01-01', 1, false, ${tokenOf('d5', 1)})`.execute(
    store.db,
  )
  const namesOf = (found: Awaited<ReturnType<typeof findMintingCollections>>) =>
    found.map((place) => place.collectionId.slice(2, 4))
  const all = await findMintingCollections(store, { take: 10 })
  expect(namesOf(all)).toEqual(['d2', 'd1'])
  const [first] = all
  if (first === undefined) throw new Error('there is a first')
  expect(await findMintingCollections(store, { take: 1, after: first })).toEqual([all[1]])
  expect(await findMintingCollections(store, { take: 1, offset: 1 })).toEqual([all[1]])
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
  const mintStats = await readMintStats(store, [collectionId, `0x${'c1'.repeat(32)}`], nowMicros - 2n * HOUR)
  expect([...mintStats.values()]).toEqual([
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

// @feature launchpad.minting
it('knows the first mint of a collection of more mints than are counted', async () => {
  const [mint] = await store.db.selectFrom('market.activities').selectAll().where('kind', '=', 'mint').execute()
  if (mint === undefined) throw new Error('the small market has a mint')
  const later = { ...mint, collection_id: collectionId, at_micros: nowMicros }
  await insertRows(
    store,
    activities,
    Array.from({ length: 20_001 }, (_, nth) => ({ ...later, version: 1_000n + BigInt(nth) })),
  )
  const mintStats = await readMintStats(store, [collectionId], nowMicros)
  expect(mintStats.get(collectionId)).toMatchObject({ firstMintMicros: nowMicros - 20n * HOUR, mintedSince: 20_000n })
  // A page has tens of such collections.
  await sql`vacuum (analyze) market.activities`.execute(store.db)
  const plans = await plansOf(store, (reader) => readMintStats(reader, [collectionId], nowMicros))
  expect(plans.flatMap(rowsSorted).filter((rows) => rows >= 20_000)).toEqual([])
})

/** Returns how many rows each node of a plan sorts. */
function rowsSorted(node: PlanNode): readonly number[] {
  const own = node['Node Type'].endsWith('Sort') ? [node['Actual Rows']] : []
  return [...own, ...(node.Plans ?? []).flatMap(rowsSorted)]
}

// @feature launchpad.minting
it('reads a collection of any supply that fits in 64 bits', async () => {
  const MAX_U64 = 2n ** 64n - 1n
  const u64 = fc.oneof(
    fc.constantFrom(1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, MAX_U64 - 1n, MAX_U64),
    fc.bigInt({ min: 1n, max: MAX_U64 }),
  )
  // Without stats, as before its first batch is derived, a collection has the supply that the chain says.
  await sql`delete from market.collection_stats where collection_id = ${collectionId}`.execute(store.db)
  await fc.assert(
    fc.asyncProperty(u64, u64, async (maxSupply, minted) => {
      await sql`update chain.current_collections_v2 set max_supply = ${maxSupply}, total_minted_v2 = ${minted},
        current_supply = ${minted} where collection_id = ${collectionId}`.execute(store.db)
      const mintStats = await readMintStats(store, [collectionId], nowMicros)
      expect(mintStats.get(collectionId)).toMatchObject({ maxSupply, minted })
      expect(await readCollections(store, [collectionId], { nowMicros, wallet: null })).toMatchObject([
        { maxSupply, supply: minted },
      ])
      expect(await readCollectionHeads(store, [collectionId])).toMatchObject([{ supply: minted }])
    }),
    { numRuns: 30 },
  )
})

// @feature launchpad.minting, collection.header
it('has of a collection whose tokens the chain does not count as many minted as there are, and no limit', async () => {
  await sql`update chain.current_collections_v2 set max_supply = 0, total_minted_v2 = null, current_supply = 0
    where collection_id = ${collectionId}`.execute(store.db)
  await sql`insert into market.collection_stats (collection_id, supply, last_version) values (${collectionId}, 7, 1)
    on conflict (collection_id) do update set supply = 7`.execute(store.db)
  const mintStats = await readMintStats(store, [collectionId], nowMicros)
  expect(mintStats.get(collectionId)).toMatchObject({ minted: 7n, maxSupply: null })
  expect(await readCollections(store, [collectionId], { nowMicros, wallet: null })).toMatchObject([
    { maxSupply: null, supply: 7n },
  ])
})
