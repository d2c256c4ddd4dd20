import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { collectionOffers, listings, tokenOffers } from '../../schema/orders.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { readOwnListings, readOwnOffers } from './own-orders.ts'

const [OWNER, OTHER] = ['0xa', '0xb']
/** Hours after all that is listed here. */
const NOW = 10n ** 11n

const place = {
  collection: fc.constantFrom<string>('c1', 'c2'),
  token: fc.constantFrom<string>('1', '2'),
  edition: fc.constantFrom<bigint>(0n, 1n),
}
const listing = fc.record({
  ...place,
  seller: fc.constantFrom<string>(OWNER, OTHER),
  price: fc.bigInt(1n, 6n),
  validity: fc.constantFrom<string>('valid', 'valid', 'seller-lost-token'),
  state: fc.constantFrom<string>('open', 'open', 'cancelled'),
})
const offer = fc.record({ ...place, isOnToken: fc.boolean(), buyer: fc.constantFrom<string>(OWNER, OTHER) })
type Listing = typeof listing extends fc.Arbitrary<infer One> ? One : never
type Offer = typeof offer extends fc.Arbitrary<infer One> ? One : never

const tokenOf = ({ collection, token }: { readonly collection: string; readonly token: string }) => collection + token
const times = { placed_version: 1n, placed_at_micros: 1n, last_version: 1n, last_event_index: 0 }

async function write(store: Store, open: readonly Listing[], bids: readonly Offer[]): Promise<void> {
  await store.pool.query('truncate market.listings, market.token_offers, market.collection_offers')
  await insertRows(
    store,
    listings,
    open.map((one, at) => ({
      marketplace: 'bazaar',
      listing_id: String(at),
      token_data_id: tokenOf(one),
      property_version: one.edition,
      token_standard: 'v1',
      collection_id: one.collection,
      seller: one.seller,
      price_octas: one.price,
      ...NO_LISTING_TERMS,
      state: one.state,
      validity: one.state === 'open' ? one.validity : 'ended',
      ...times,
      last_at_micros: BigInt(at),
    })),
  )
  const orders = bids.map((one, at) => ({
    ...one,
    marketplace: 'bazaar',
    offer_id: String(at),
    collection_id: one.collection,
    price_octas: 1n,
    expires_at_seconds: null,
    state: 'open',
    validity: 'valid',
    ...times,
    // The bids that were placed first changed last, so sorting by the wrong time would select others, in another order.
    placed_at_micros: BigInt(at),
    last_at_micros: BigInt(bids.length - at),
  }))
  await insertRows(
    store,
    tokenOffers,
    orders
      .filter(({ isOnToken }) => isOnToken)
      .map(({ isOnToken: _, collection, token, edition, ...order }) => ({
        ...order,
        token_data_id: tokenOf({ collection, token }),
        property_version: edition,
        token_standard: 'v1',
      })),
  )
  await insertRows(
    store,
    collectionOffers,
    orders
      .filter(({ isOnToken }) => !isOnToken)
      .map(({ isOnToken: _, collection: _c, token: _t, edition: _e, ...order }) => ({
        ...order,
        wanted_amount: 1n,
        remaining_amount: 1n,
        is_pooled: false,
        set_root: null,
      })),
  )
}

const lowest = (prices: readonly bigint[]) =>
  prices.reduce<bigint | null>((low, price) => (low === null || price < low ? price : low), null)

// @feature trade.dust-references
it('compares each own order with what others ask for the same', async () => {
  await using store = await createTestStore()
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { maxLength: 10 }),
      fc.array(offer, { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.bigInt(0n, 4n),
      async (open, bids, take, leastOctas) => {
        await write(store, open, bids)
        const asks = open.filter(
          ({ seller, state, validity }) => seller === OTHER && state === 'open' && validity === 'valid',
        )
        const floorOf = (collection: string) =>
          lowest(
            asks.filter((one) => one.collection === collection && one.price >= leastOctas).map(({ price }) => price),
          )
        const own = open
          .map((one, at) => ({ ...one, at }))
          .filter(({ seller, state }) => seller === OWNER && state === 'open')
        const found = await readOwnListings(store, OWNER, { take, leastOctas, nowMicros: NOW })
        expect(found.map(({ listingId, othersFloorOctas }) => [listingId, othersFloorOctas])).toEqual(
          own.slice(0, take).map(({ at, collection }) => [String(at), floorOf(collection)]),
        )
        const made = bids.map((one, at) => ({ ...one, at })).filter(({ buyer }) => buyer === OWNER)
        const taken = [true, false].flatMap((is) => made.filter(({ isOnToken }) => isOnToken === is).slice(0, take))
        const offers = await readOwnOffers(store, OWNER, { take, leastOctas, nowMicros: NOW })
        expect(
          offers.map(({ offerId, collectionId, othersAskOctas }) => [offerId, collectionId, othersAskOctas]),
        ).toEqual(
          taken
            .toSorted((a, b) => b.at - a.at)
            .map((one) => [
              String(one.at),
              one.collection,
              one.isOnToken
                ? lowest(
                    asks
                      .filter((ask) => tokenOf(ask) === tokenOf(one) && ask.edition === one.edition)
                      .map(({ price }) => price),
                  )
                : floorOf(one.collection),
            ]),
        )
      },
    ),
    { numRuns: runs(40) },
  )
})

it('passes a wallet’s own orders over once, however many they are', async () => {
  const MANY = 200
  await using store = await createTestStore()
  const own = Array.from(
    { length: MANY },
    (): Listing => ({
      collection: 'c1',
      token: '1',
      edition: 0n,
      seller: OWNER,
      price: 5n,
      validity: 'valid',
      state: 'open',
    }),
  )
  const bids = Array.from(
    { length: MANY },
    (): Offer => ({
      collection: 'c1',
      token: '1',
      edition: 0n,
      buyer: OWNER,
      isOnToken: false,
    }),
  )
  await write(store, [...own, { ...(own[0] as Listing), seller: OTHER, price: 6n }], bids)
  await store.pool.query('analyze market.listings, market.collection_offers')
  for (const read of [readOwnListings, readOwnOffers]) {
    const find = (reader: Reader) => read(reader, OWNER, { take: 500, leastOctas: 2n, nowMicros: NOW })
    expect(await find(store)).toHaveLength(MANY)
    expect(await countRowsRead(store, 'market.listings', find)).toBeLessThan(3n * BigInt(MANY))
  }
})

it('compares each own order with the floor of its collection alone, however many collections there are', async () => {
  const MANY = 200
  await using store = await createTestStore()
  const places = Array.from({ length: MANY }, (_, at) => ({ collection: `c${at}`, token: '1', edition: 0n }))
  const ask = { price: 5n, validity: 'valid', state: 'open' }
  await write(
    store,
    [OWNER, OTHER].flatMap((seller) => places.map((at): Listing => ({ ...at, ...ask, seller }))),
    places.map((at): Offer => ({ ...at, buyer: OWNER, isOnToken: false })),
  )
  await store.pool.query('analyze market.listings, market.collection_offers')
  for (const read of [readOwnListings, readOwnOffers]) {
    const find = async (reader: Reader) =>
      expect(await read(reader, OWNER, { take: 500, leastOctas: 2n, nowMicros: NOW })).toHaveLength(MANY)
    expect((await workForAnyParameters(store, find)).pairs).toBeLessThan(MANY)
  }
})
