import { expect, it } from 'vitest'
import { collectionOffers, tokenOffers } from '../../../schema/orders.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { mostAtOnce } from '../../../testing/most-at-once.ts'
import { workForAnyParameters } from '../../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import type { Reader } from '../../read-rows.ts'
import { findOffersReceived } from './offers-received.ts'
import {
  HOLDER,
  holdOneOfEach,
  NOW_SECONDS,
  placeOf,
  toCollectionOffer,
  toTokenOffer,
} from './testing/received-offers.ts'

it.each([
  { collectionCount: 200, bidCount: 40, most: 600n },
  // Fewer collections than a page has rows.
  { collectionCount: 3, bidCount: 3_000, most: 600n },
  { collectionCount: 1, bidCount: 9_000, most: 300n },
  // By net all of one price are read.
  { collectionCount: 2, bidCount: 3_000, most: 600n, isEqual: true, sorts: ['date', 'price'] as const },
])('reads the bids of a page, however many there are on the collections that a wallet holds: %o', async (of) => {
  const { collectionCount, bidCount, most, isEqual = false } = of
  await using store = await createTestStore()
  const collections = Array.from({ length: collectionCount }, (_, at) => `c${at}`)
  await holdOneOfEach(store, collections)
  const bids = collections.flatMap((collection) =>
    Array.from({ length: bidCount }, () => ({ collection, root: null, kind: 'live' })),
  )
  await insertRows(
    store,
    collectionOffers,
    bids.map((bid, at) => ({
      ...toCollectionOffer(bid, at),
      price_octas: isEqual ? 5n : BigInt((at * 7919) % 100_003),
      placed_at_micros: isEqual ? 5n : BigInt((at * 7907) % 100_003),
    })),
  )
  await store.pool.query('analyze market.token_holders, market.collection_holders, market.collection_offers')
  for (const sortBy of of.sorts ?? (['date', 'price', 'net'] as const)) {
    const page = { sortBy, take: 51, nowMicros: NOW_SECONDS * 1_000_000n }
    const find = (reader: Reader) => findOffersReceived(reader, HOLDER, page)
    const first = await find(store)
    expect(first).toHaveLength(51)
    expect(await countRowsRead(store, 'market.collection_offers', find), sortBy).toBeLessThan(most)
    const after = placeOf(first.at(-1))
    const next = (reader: Reader) => findOffersReceived(reader, HOLDER, { ...page, after })
    expect(await next(store), sortBy).toHaveLength(51)
    expect(await countRowsRead(store, 'market.collection_offers', next), sortBy).toBeLessThan((4n * most) / 3n)
  }
})

it('looks at each collection of a wallet that holds many once for the first page', async () => {
  await using store = await createTestStore()
  const collections = Array.from({ length: 1_000 }, (_, at) => `c${at}`)
  await holdOneOfEach(store, collections)
  const bids = [...collections, ...collections].map((collection) => ({ collection, root: null, kind: 'live' }))
  await insertRows(store, collectionOffers, bids.map(toCollectionOffer))
  await store.pool.query('analyze market.token_holders, market.collection_holders, market.collection_offers')
  const { pages } = await workForAnyParameters(store, async (reader) => {
    const found = await findOffersReceived(reader, HOLDER, { take: 51, nowMicros: NOW_SECONDS * 1_000_000n })
    expect(found.map(({ offerId }) => Number(offerId)).toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: 51 }, (_, at) => bids.length - 1 - at),
    )
  })
  // Two pages of an index and one of the table for the highest bid of a collection. Bids on their tokens are looked for in one walk.
  expect(pages).toBeLessThan(collections.length * 3.5)
})

it('looks for bids on the tokens of a wallet that holds many in one walk of an index', async () => {
  await using store = await createTestStore()
  const [held, others] = [2_000, 8_000]
  // Bids are on every fiftieth token of the wallet and on all of others.
  await store.pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
       select 't' || lpad((n * 5)::text, 6, '0'), 0, $1, 'c', 1 from generate_series(1, $2::int) n`,
    [HOLDER, held],
  )
  const bid = { collection: 'c', token: '', edition: 0n, kind: 'live' }
  const bids = Array.from({ length: others + held }, (_, at) => at).filter((at) => at % 5 !== 0 || at % 250 === 0)
  await insertRows(
    store,
    tokenOffers,
    bids.map((at) => ({ ...toTokenOffer(bid, at), token_data_id: `t${String(at).padStart(6, '0')}` })),
  )
  await store.pool.query('vacuum analyze market.token_holders, market.collection_holders, market.token_offers')
  const { pages } = await workForAnyParameters(store, async (reader) =>
    expect(await findOffersReceived(reader, HOLDER, { take: 99, nowMicros: NOW_SECONDS * 1_000_000n })).toHaveLength(
      bids.filter((at) => at % 250 === 0 && at > 0).length,
    ),
  )
  // Fewer than one for each token that is held: looked up one by one each takes two.
  expect(pages).toBeLessThan(held)
})

it('reads past bids that do not count in the collections alone that may be on the page', async () => {
  await using store = await createTestStore()
  const [count, ownOfEach] = [1_000, 5]
  const collections = Array.from({ length: count }, (_, at) => `c${at}`)
  await holdOneOfEach(store, collections)
  const kinds = ['live', ...Array.from({ length: ownOfEach }, () => 'own')]
  const bids = collections.flatMap((collection, at) =>
    kinds.map((kind, newer) => ({
      ...toCollectionOffer({ collection, root: null, kind }, at * kinds.length + newer),
      placed_at_micros: BigInt(at * kinds.length + newer),
    })),
  )
  await insertRows(store, collectionOffers, bids)
  await store.pool.query('analyze market.token_holders, market.collection_holders, market.collection_offers')
  const find = (reader: Reader) => findOffersReceived(reader, HOLDER, { take: 51, nowMicros: NOW_SECONDS * 1_000_000n })
  expect((await find(store)).map(({ offerId }) => Number(offerId))).toEqual(
    Array.from({ length: 51 }, (_, at) => (count - 1 - at) * kinds.length),
  )
  // The newest of each, and all of twice as many collections as the page has rows, and of those on the page once more.
  const most = BigInt(count + 3 * 51 * kinds.length + 200)
  expect(await countRowsRead(store, 'market.collection_offers', find)).toBeLessThan(most)
})

it('reads the bids on what is held and those on its collections at the same time', async () => {
  await using store = await createTestStore()
  for (const sortBy of ['date', 'price', 'net'] as const) {
    const page = { sortBy, take: 51, nowMicros: NOW_SECONDS * 1_000_000n }
    expect(await mostAtOnce(store, (reader) => findOffersReceived(reader, HOLDER, page)), sortBy).toBe(2)
  }
})
