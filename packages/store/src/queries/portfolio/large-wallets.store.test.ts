import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import type { Reader } from '../read-rows.ts'
import { readHeldCosts, readHeldEditions } from './held-editions.ts'
import type { HeldTokensFilter } from './held-filter.ts'
import { findHeldTokens, type HeldTokensOrder } from './held-tokens.ts'
import { findListedCollectionIds, findPortfolioCollections } from './portfolio-collections.ts'

/** More is listed than is read together. */
const [ITEMS, LISTED, COLLECTIONS] = [3_000, 2_500, 1_000]

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  // One wallet among 2,000 of two items each: a plan for any wallet expects few.
  await store.pool.query(`
    create temp table held as
      select 'a' || n as token, case when n <= ${ITEMS} then 'whale' else 'small' || n % 2000 end as holder, 'c' || n % ${COLLECTIONS} as collection, n
      from generate_series(1, ${ITEMS} + 4000) n;
    insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
        current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
      select 'c' || n, '0x1', 'C' || n, '', '', 1, 'v2', 1, now() from generate_series(0, ${COLLECTIONS - 1}) n;
    insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, last_transaction_version, last_transaction_timestamp)
      select token, collection, 'Token ' || n, '', '', '{}', 'v2', 1, now() from held;
    insert into market.collection_stats (collection_id, floor_octas, last_version)
      select 'c' || n, n, 1 from generate_series(0, ${COLLECTIONS - 1}) n;
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select token, 0, holder, collection, 1 from held;
    insert into market.listings
      select 'bazaar', n::text, token, 0, 'v2', collection, holder, n, 'open', 'valid', n, n, n, 0, n from held
      where n <= ${LISTED} or n > ${ITEMS} and n % 2 = 0;
    analyze market.token_holders, market.collection_holders, market.listings, market.collection_stats, chain.current_collections_v2,
      chain.current_token_datas_v2`)
})
afterAll(() => store[Symbol.asyncDispose]())

const tokens =
  (filter: Omit<HeldTokensFilter, 'holder'>, order: HeldTokensOrder, found: number) => async (reader: Reader) =>
    expect(
      await findHeldTokens(reader, { holder: 'whale', ...filter }, { order, descending: true, take: 4_000 }),
    ).toHaveLength(found)

it.each<[string, (reader: Reader) => Promise<unknown>]>([
  ['its collections', (reader) => findPortfolioCollections(reader, { holder: 'whale' }, { take: 50 })],
  [
    'those of which something is listed',
    (reader) => findPortfolioCollections(reader, { holder: 'whale', listedOnly: true }, { take: 50 }),
  ],
  ['what is listed', tokens({ listed: true }, 'value', LISTED)],
  ['what is not listed', tokens({ listed: false }, 'value', ITEMS - LISTED)],
  ['what is listed on a marketplace', tokens({ marketplaces: ['bazaar'] }, 'name', LISTED)],
  ['all by price', tokens({}, 'listed_price', ITEMS)],
  ['all by distance from the floor', tokens({}, 'floor_distance', ITEMS)],
  ['all by time of listing', tokens({}, 'listed_at', ITEMS)],
])('of a wallet with much, %s is found without comparing each item with each listing', async (_, find) => {
  expect((await workForAnyParameters(store, find)).pairs).toBeLessThan(ITEMS)
})

it.each(['listed_price', 'listed_at', 'rarity', 'last_sale', 'acquired'] as const)(
  'of a wallet with much, a page by %s looks at no more collections for spam than it has items',
  async (order) => {
    const rows = await countRowsRead(store, 'market.collection_stats', async (reader) =>
      expect(
        await findHeldTokens(reader, { holder: 'whale', spam: 'hide' }, { order, descending: true, take: 50 }),
      ).toHaveLength(50),
    )
    expect(rows).toBeLessThanOrEqual(50n)
  },
)

it.each([{}, { spam: 'hide' }, { search: 'c' }] as const)(
  'of a wallet with much, a page of its collections reads no more names than it has: with %o',
  async (filter) => {
    const page = async (reader: Reader) =>
      expect(await findPortfolioCollections(reader, { holder: 'whale', ...filter }, { take: 50 })).toHaveLength(50)
    expect(await countRowsRead(store, 'chain.current_collections_v2', page)).toBeLessThanOrEqual(50n)
    expect(await countRowsRead(store, 'market.collection_stats', page)).toBeLessThanOrEqual(BigInt(COLLECTIONS))
  },
)

it('of a wallet with much, the ids of those of which something is listed are read without what a list shows of them', async () => {
  const find = async (reader: Reader) =>
    expect(await findListedCollectionIds(reader, 'whale', COLLECTIONS)).toHaveLength(COLLECTIONS)
  expect(await countRowsRead(store, 'market.listings', find)).toBeLessThanOrEqual(BigInt(LISTED))
  expect(await countRowsRead(store, 'market.collection_stats', find)).toBeLessThanOrEqual(BigInt(COLLECTIONS))
})

it('of a wallet with much, what is spam is looked up only among the collections whose name fits', async () => {
  // Nothing is known of their market: whether one is spam is decided by how its items came.
  await store.pool.query(`
    insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
        current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
      select 'm' || n, '0x1', 'Minted ' || n, '', '', 1, 'v2', 1, now() from generate_series(1, ${COLLECTIONS}) n;
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 'm' || n, 0, 'minter', 'm' || n, 1 from generate_series(1, ${COLLECTIONS}) n;
    insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, is_in_transit)
      select 'minter', 'm' || n, 0, n, 0, 'm' || n, 1, 'mint', 1, false from generate_series(1, ${COLLECTIONS}) n;
    analyze market.token_holders, market.collection_holders, market.lots, chain.current_collections_v2`)
  const read = await countRowsRead(store, 'market.lots', async (reader) => {
    const filter = { holder: 'minter', search: 'minted 77', spam: 'hide' } as const
    // Minted 77, and 770 to 779.
    expect(await findPortfolioCollections(reader, filter, { take: 50 })).toHaveLength(11)
  })
  expect(read).toBeLessThanOrEqual(2n * 11n)
})

it('of a wallet with much, spam alone among its collections is found with one look at each', async () => {
  const rows = await countRowsRead(store, 'market.collection_stats', async (reader) =>
    expect(await findPortfolioCollections(reader, { holder: 'whale', spam: 'only' }, { take: 50 })).toHaveLength(0),
  )
  expect(rows).toBeLessThanOrEqual(BigInt(COLLECTIONS))
})

it('spam alone is found by name with one look at each collection', async () => {
  const rows = await countRowsRead(store, 'market.collection_stats', async (reader) =>
    expect(
      await findHeldTokens(reader, { holder: 'whale', spam: 'only' }, { order: 'name', descending: false, take: 50 }),
    ).toHaveLength(0),
  )
  expect(rows).toBeLessThanOrEqual(BigInt(COLLECTIONS))
})

it('some tokens of a wallet with much are looked up, each in a few pages', async () => {
  const some = Array.from({ length: 100 }, (_, at) => ({
    holder: 'whale',
    tokenDataId: `a${at * 20 + 1}`,
    propertyVersion: 0n,
  }))
  const { pages } = await workForAnyParameters(store, async (reader) =>
    expect(await readHeldEditions(reader, some)).toHaveLength(100),
  )
  // Two look-ups of an index for a token and one for its edition, and the token itself.
  expect(pages).toBeLessThan(100 * 4 * 4)
})

it.each<HeldTokensOrder>(['collection', 'name', 'value', 'rarity'])(
  'of a wallet with much, the little that is listed is found by %s without looking each item up',
  async (order) => {
    await using some = await createTestStore()
    const [HELD, FOR_SALE] = [6_000, 20]
    await some.pool.query(`
      insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
        select 'a' || n, 0, 'whale', 'c' || n % 10, 1 from generate_series(1, ${HELD}) n;
      insert into market.listings
        select 'bazaar', n::text, 'a' || n, 0, 'v2', 'c' || n % 10, case when n % ${HELD / FOR_SALE} = 0 then 'whale' else 'other ' || n % 900 end, n,
          'open', 'valid', n, n, n, 0, n
        from generate_series(1, ${HELD}) n`)
    await vacuumWhole(some, ['market.token_holders', 'market.collection_holders', 'market.listings'])
    for (const listed of [{ listed: true }, { marketplaces: ['bazaar'] }]) {
      const { pages } = await workForAnyParameters(some, async (reader) =>
        expect(
          await findHeldTokens(reader, { holder: 'whale', ...listed }, { order, descending: false, take: 50 }),
        ).toHaveLength(FOR_SALE),
      )
      // Looked up one by one, each would be two at least.
      expect(pages).toBeLessThan(HELD / 4)
    }
  },
)

it('what some tokens of a wallet with much cost is read without what they are worth', async () => {
  const some = Array.from({ length: 100 }, (_, at) => ({
    holder: 'whale',
    tokenDataId: `a${at + 1}`,
    propertyVersion: 0n,
  }))
  await store.pool.query(`
    insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, cost_octas, is_in_transit)
      select holder, token_data_id, 0, 1, 0, collection_id, 1, 'listing', 1, 5, false from market.token_holders where holder = 'whale'`)
  expect((await readHeldCosts(store, some)).map(({ costOctas }) => costOctas)).toEqual(Array(100).fill(5n))
  for (const table of ['market.collection_stats', 'market.lot_sums'] as const)
    expect(await countRowsRead(store, table, (reader) => readHeldCosts(reader, some)), table).toBe(0n)
  // Each is looked up, also once a vacuum has made indexes answer alone.
  await vacuumWhole(store, ['market.lots'])
  const { pages } = await workForAnyParameters(store, (reader) => readHeldCosts(reader, some))
  expect(pages).toBeLessThan(100 * 5)
})
