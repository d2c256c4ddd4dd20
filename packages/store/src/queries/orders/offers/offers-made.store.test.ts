import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { collectionOffers, tokenOffers } from '../../../schema/orders.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import type { Reader } from '../../read-rows.ts'
import { findOffersMade, type OfferPlace, type OfferSort, type PagedOfferRow } from './offers.ts'

const [BUYER, OTHER] = ['0xa', '0xb']

interface Bid {
  readonly isOnToken: boolean
  readonly marketplace: string
  readonly id: number
  readonly collection: string
  readonly buyer: string
  readonly placedAt: bigint
  readonly price: bigint
}

const bid: fc.Arbitrary<Bid> = fc.record({
  isOnToken: fc.boolean(),
  marketplace: fc.constantFrom('bazaar', 'souk'),
  id: fc.nat(3),
  collection: fc.constantFrom('c1', 'c2'),
  buyer: fc.constantFrom(BUYER, BUYER, OTHER),
  placedAt: fc.bigInt(0n, 2n),
  price: fc.bigInt(1n, 3n),
})

async function write(store: Store, bids: readonly Bid[]): Promise<void> {
  await store.pool.query('truncate market.token_offers, market.collection_offers')
  const orderOf = ({ marketplace, id, collection, buyer, placedAt, price }: Bid) => ({
    marketplace,
    offer_id: String(id),
    collection_id: collection,
    buyer,
    price_octas: price,
    expires_at_seconds: null,
    state: 'open',
    validity: 'valid',
    placed_version: 1n,
    placed_at_micros: placedAt,
    last_version: 1n,
    last_event_index: 0,
    last_at_micros: placedAt,
  })
  await insertRows(
    store,
    tokenOffers,
    bids
      .filter(({ isOnToken }) => isOnToken)
      .map((one) => ({ ...orderOf(one), token_data_id: 't', property_version: 0n, token_standard: 'v2' })),
  )
  await insertRows(
    store,
    collectionOffers,
    bids
      .filter(({ isOnToken }) => !isOnToken)
      .map((one) => ({
        ...orderOf(one),
        wanted_amount: 1n,
        remaining_amount: 1n,
        is_pooled: false,
        set_root: null,
      })),
  )
}

function placeOf({ sortValue, marketplace, offerId, tokenDataId }: PagedOfferRow): OfferPlace {
  return { value: sortValue, marketplace, offerId, isOnToken: tokenDataId !== null }
}

const keyOf = (one: Pick<PagedOfferRow, 'marketplace' | 'offerId' | 'tokenDataId'>) =>
  `${one.marketplace} ${one.offerId} ${one.tokenDataId !== null}`

it('lists what a wallet bid in order, page by page, of whatever kind and however many are equal', async () => {
  await using store = await createTestStore()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(bid, {
        selector: (one) => `${one.isOnToken} ${one.marketplace} ${one.id}`,
        maxLength: 14,
      }),
      fc.constantFrom<OfferSort>('date', 'price'),
      fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined }),
      fc.integer({ min: 1, max: 4 }),
      async (bids, sortBy, collectionId, take) => {
        await write(store, bids)
        const rankOf = (one: Bid) => (sortBy === 'date' ? one.placedAt : one.price)
        const expected = bids
          .filter((one) => one.buyer === BUYER && (collectionId === undefined || one.collection === collectionId))
          .map((one) => ({ key: `${one.marketplace} ${one.id} ${one.isOnToken}`, value: rankOf(one) }))
          .toSorted((a, b) => Number(b.value - a.value) || (a.key < b.key ? 1 : -1))
          .map(({ key }) => key)
        const page = { sortBy, take, ...(collectionId !== undefined && { collectionId }) }
        const found: PagedOfferRow[] = []
        for (;;) {
          const last = found.at(-1)
          const next = await findOffersMade(store, BUYER, { ...page, ...(last && { after: placeOf(last) }) })
          if (next.length === 0) break
          found.push(...next)
        }
        expect(found.map(keyOf)).toEqual(expected)
        const skipped = await findOffersMade(store, BUYER, { ...page, offset: 2 })
        expect(skipped.map(keyOf)).toEqual(expected.slice(2, 2 + take))
      },
    ),
    { numRuns: runs(60) },
  )
})

it('reads the bids of a page by date, however many a wallet made', async () => {
  await using store = await createTestStore()
  const bids = Array.from(
    { length: 6_000 },
    (_, at): Bid => ({
      isOnToken: at % 2 === 0,
      marketplace: 'bazaar',
      id: at,
      collection: 'c1',
      buyer: BUYER,
      placedAt: BigInt((at * 7_907) % 100_003),
      price: 1n,
    }),
  )
  await write(store, bids)
  await store.pool.query('analyze market.token_offers, market.collection_offers')
  const first = await findOffersMade(store, BUYER, { take: 51 })
  const last = first.at(-1) as PagedOfferRow
  for (const page of [{ take: 51 }, { take: 51, after: placeOf(last) }]) {
    const find = async (reader: Reader) => expect(await findOffersMade(reader, BUYER, page)).toHaveLength(51)
    for (const table of ['market.token_offers', 'market.collection_offers'] as const)
      expect(await countRowsRead(store, table, find), table).toBeLessThan(60n)
  }
})
