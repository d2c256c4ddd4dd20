import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { runs } from '@opal/domain/testing/effort/config'
import { collectionOffers, listings, tokenOffers } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { NO_LISTING_TERMS } from '@opal/store/testing/no-terms'
import { QUIET_COLLECTION } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { numberedId } from '../../testing/reference-items.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { API_GRAPHQL_LIMIT: '1000000000', API_RATE_LIMIT: '1000000000' })
})
afterAll(() => api[Symbol.asyncDispose]())

/** Data of an answer without errors. */
async function ask<Data>(query: string, variables: object): Promise<Data> {
  const answer = await api.server.inject({ method: 'POST', url: '/marketplace/graphql', payload: { query, variables } })
  const { data, errors } = answer.json()
  expect(errors).toBeUndefined()
  return data
}

type Nodes<Row> = { readonly nodes: readonly Row[] }

const COLLECTIONS = [EXAMPLE.collectionId, QUIET_COLLECTION]
const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId]
const WALLETS = [EXAMPLE.owner, EXAMPLE.buyer, numberedId(0xa)]
const AHEAD_SECONDS = 3_600n
const of = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
const state = of(['open', 'open', 'filled', 'cancelled'])
const price = fc.bigInt(1n, 5n)

/** Columns that all orders have. */
const placedAt = (atMicros: number) => ({
  marketplace: 'opal',
  placed_version: 1n,
  placed_at_micros: 1n,
  last_version: BigInt(atMicros),
  last_event_index: 0,
  last_at_micros: BigInt(atMicros),
})
const isLive = (one: { readonly state: string; readonly isValid: boolean }) => one.state === 'open' && one.isValid

const anyListing = fc.record({
  token: of(TOKENS),
  collection: of(COLLECTIONS),
  seller: of(WALLETS),
  price,
  state,
  isValid: fc.boolean(),
})

type Listed = typeof anyListing extends fc.Arbitrary<infer One> ? One : never

/** Writes listings in place of those before; each is newer than the one before it. @returns them with their ids */
async function writeListings(rows: readonly Listed[]) {
  await api.store.pool.query('delete from market.listings')
  const named = rows.map((row, at) => ({ ...row, id: numberedId(at + 1) }))
  await insertRows(
    api.store,
    listings,
    named.map((row, at) => ({
      ...placedAt(at + 1),
      listing_id: row.id,
      token_data_id: row.token,
      property_version: 0n,
      token_standard: 'v2',
      collection_id: row.collection,
      seller: row.seller,
      price_octas: row.price,
      state: row.state,
      validity: row.state !== 'open' ? 'ended' : row.isValid ? 'valid' : 'seller-lost-token',
      ...NO_LISTING_TERMS,
    })),
  )
  return named
}

it('GetListingOfTokens answers the newest listing of each token in its collection that has not ended', async () => {
  const alias = (name: string, token: string) => `${name}: listings(first: 1, orderBy: LAST_TRANSACTION_TIMESTAMP_DESC,
    condition: { tokenDataId: "${token}", collectionId: $c, isDeleted: false }) { nodes { listingId } }`
  const query = `query GetListingOfTokens($c: String!) { ${TOKENS.map((id, at) => alias(`t${at}`, id)).join(' ')} }`
  await fc.assert(
    fc.asyncProperty(fc.array(anyListing, { maxLength: 8 }), of(COLLECTIONS), async (rows, collection) => {
      const written = await writeListings(rows)
      const data = await ask<Record<string, Nodes<{ listingId: string }>>>(query, { c: collection })
      for (const [at, token] of TOKENS.entries()) {
        const newest = written.findLast(
          (row) => row.token === token && row.collection === collection && row.state === 'open',
        )
        expect(data[`t${at}`]?.nodes).toEqual(newest === undefined ? [] : [{ listingId: newest.id }])
      }
    }),
    { numRuns: runs(20) },
  )
})

it('live listings are those of any collection, seller and prices together, cheapest first, page by page', async () => {
  const query = `query ($ofCollection: String, $ofSeller: String, $minPrice: BigFloat, $maxPrice: BigFloat, $first: Int, $offset: Int) {
    liveListings(first: $first, offset: $offset, ofCollection: $ofCollection, ofSeller: $ofSeller, minPrice: $minPrice,
      maxPrice: $maxPrice) { nodes { listingId } }
  }`
  const choice = fc.record(
    { ofCollection: of(COLLECTIONS), ofSeller: of(WALLETS), minPrice: price.map(String), maxPrice: price.map(String) },
    { requiredKeys: [] },
  )
  const page = fc.record({ first: of([2, 100]), offset: of([0, 1]) })
  await fc.assert(
    fc.asyncProperty(fc.array(anyListing, { maxLength: 10 }), choice, page, async (rows, chosen, { first, offset }) => {
      const written = await writeListings(rows)
      const expected = written
        .filter(
          (row) =>
            isLive(row) &&
            row.collection === (chosen.ofCollection ?? row.collection) &&
            row.seller === (chosen.ofSeller ?? row.seller) &&
            row.price >= BigInt(chosen.minPrice ?? 0) &&
            row.price <= BigInt(chosen.maxPrice ?? 9),
        )
        .toSorted((a, b) => Number(a.price - b.price) || (a.id < b.id ? -1 : 1))
      const { liveListings } = await ask<{ liveListings: Nodes<{ listingId: string }> }>(query, {
        ...chosen,
        first,
        offset,
      })
      expect(liveListings.nodes.map(({ listingId }) => listingId)).toEqual(
        expected.slice(offset, offset + first).map(({ id }) => id),
      )
    }),
    { numRuns: runs(25) },
  )
})

const anyOffer = fc.record({
  buyer: of(WALLETS),
  price,
  state,
  isValid: fc.boolean(),
  /** Seconds from now; null: it does not expire. */
  expiresIn: fc.option(of([-AHEAD_SECONDS, AHEAD_SECONDS])),
})

it('offers of a buyer are all that have not ended, and top offers those of others that can be taken now, best first', async () => {
  const query = `query ($buyer: String!, $token: String!, $collection: String!, $notBy: String) {
    tokenOffers(first: 100, orderBy: PRICE_DESC, condition: { buyer: $buyer, isDeleted: false }) { nodes { offerId buyer } }
    topTokenOffers(first: 100, ofToken: $token, notBy: $notBy) { nodes { offerId } }
    topCollectionOffers(first: 100, ofCollection: $collection, notBy: $notBy) { nodes { offerId } }
  }`
  type Found = Record<
    'tokenOffers' | 'topTokenOffers' | 'topCollectionOffers',
    Nodes<{ offerId: string; buyer?: string }>
  >
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyOffer, { maxLength: 8 }),
      of(WALLETS),
      fc.option(of(WALLETS)),
      async (rows, buyer, notBy) => {
        const offers = rows.map((row, at) => ({ ...row, id: numberedId(at + 1) }))
        const nowSeconds = BigInt(Math.floor(Date.now() / 1_000))
        await api.store.pool.query('delete from market.token_offers; delete from market.collection_offers')
        const columns = offers.map(({ id, expiresIn, isValid, ...row }, at) => ({
          ...placedAt(at + 1),
          offer_id: id,
          collection_id: EXAMPLE.collectionId,
          buyer: row.buyer,
          price_octas: row.price,
          expires_at_seconds: expiresIn === null ? null : nowSeconds + expiresIn,
          state: row.state,
          validity: row.state !== 'open' ? 'ended' : isValid ? 'valid' : 'unfunded',
        }))
        const onToken = { token_data_id: EXAMPLE.tokenDataId, property_version: 0n, token_standard: 'v2' }
        await insertRows(
          api.store,
          tokenOffers,
          columns.map((row) => ({ ...row, ...onToken })),
        )
        const amounts = { wanted_amount: 3n, remaining_amount: 2n, is_pooled: false, set_root: null }
        await insertRows(
          api.store,
          collectionOffers,
          columns.map((row) => ({ ...row, ...amounts })),
        )
        const best = offers
          .filter((row) => isLive(row) && row.buyer !== notBy && (row.expiresIn === null || row.expiresIn > 0n))
          .toSorted((a, b) => Number(b.price - a.price) || (a.id < b.id ? -1 : 1))
          .map(({ id }) => id)
        const { collectionId: collection, tokenDataId: token } = EXAMPLE
        const found = await ask<Found>(query, { buyer, token, collection, ...(notBy !== null && { notBy }) })
        const idsOf = (nodes: Nodes<{ offerId: string }>) => nodes.nodes.map(({ offerId }) => offerId)
        expect(idsOf(found.topTokenOffers)).toEqual(best)
        expect(idsOf(found.topCollectionOffers)).toEqual(best)
        const own = offers.filter((row) => row.buyer === buyer && row.state === 'open')
        expect(idsOf(found.tokenOffers).toSorted()).toEqual(own.map(({ id }) => id).toSorted())
        const prices = idsOf(found.tokenOffers).map((id) => offers.find((row) => row.id === id)?.price ?? 0n)
        expect(prices).toEqual(prices.toSorted((a, b) => Number(b - a)))
      },
    ),
    { numRuns: runs(25) },
  )
})

it('stats of collections come in any order, by limit and offset, with a total, and their floors alone', async () => {
  const orders = [
    ['FLOOR_PRICE', 'floor_octas'],
    ['TOP_BID', 'top_bid_octas'],
    ['ALL_TIME_VOLUME', 'volume_all_octas'],
    ['OWNERS', 'owner_count'],
    ['TOTAL_LISTED', 'listed_count'],
  ] as const
  const ids = Array.from({ length: 5 }, (_, at) => numberedId(0xc0 + at))
  await api.store.pool.query(
    `delete from market.collection_stats; delete from chain.current_collections_v2;
     insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
       token_standard, last_transaction_version, last_transaction_timestamp)
     select id, '0xce', 'Stones ' || id, '', '', 1, 'v2', 1, now() from unnest('{${ids.join()}}'::text[]) as t (id)`,
  )
  const values = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: ids.length, maxLength: ids.length })
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(of(orders), of(['ASC', 'DESC']), values, fc.integer({ min: 1, max: 6 }), fc.nat(6)),
      async ([[order, column], direction, numbers, first, offset]) => {
        await api.store.pool.query('delete from market.collection_stats')
        for (const [at, id] of ids.entries())
          await api.store.pool.query(
            `insert into market.collection_stats (collection_id, ${column}, last_version) values ($1, $2, 1)`,
            [id, numbers[at]],
          )
        const { collections } = await ask<{ collections: Nodes<{ collectionId: string }> & { totalCount: number } }>(
          `query ($first: Int, $offset: Int) {
            collections(orderBy: ${order}_${direction}, first: $first, offset: $offset) { totalCount nodes { collectionId } }
          }`,
          { first, offset },
        )
        const ordered = ids.toSorted((a, b) => (numbers[ids.indexOf(a)] ?? 0) - (numbers[ids.indexOf(b)] ?? 0))
        const expected = direction === 'ASC' ? ordered : ordered.toReversed()
        expect(collections.nodes.map(({ collectionId }) => collectionId)).toEqual(
          expected.slice(offset, offset + first),
        )
        expect(collections.totalCount).toBe(ids.length)
      },
    ),
    { numRuns: runs(20) },
  )
  await api.store.pool.query('update market.collection_stats set floor_octas = 7')
  const floors = await ask<{ collections: Nodes<object> }>('{ collections(first: 2) { nodes { floorPrice } } }', {})
  expect(floors.collections.nodes).toEqual([{ floorPrice: '7' }, { floorPrice: '7' }])
})
