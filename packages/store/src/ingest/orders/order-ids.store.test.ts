import type { MarketEvent } from '@opal/domain/market-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, eventBase, indexed, token } from '../testing/market-story.ts'

/** Marketplaces count their v1 orders: listings, bids on tokens and bids on collections each from 1. */
const NUMBER = '1'
const MARKETPLACES = ['one', 'two'] as const

let store: Store

beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

test('an order is known by its marketplace, its kind and its number together', async () => {
  const placed = MARKETPLACES.flatMap((marketplace, at) => ordersOf(marketplace, at * 3))
  await applyBatch(store.db, batchOf([indexed(1n, placed)]))
  expect(await openOrders()).toEqual([
    ['one', 'collection-offer', NUMBER, 12n],
    ['one', 'listing', NUMBER, 10n],
    ['one', 'token-offer', NUMBER, 11n],
    ['two', 'collection-offer', NUMBER, 15n],
    ['two', 'listing', NUMBER, 13n],
    ['two', 'token-offer', NUMBER, 14n],
  ])
  const cancelled: MarketEvent = {
    ...eventBase(2n, 0, 11n),
    marketplace: 'one',
    kind: 'token-offer-cancelled',
    token: token(address('aa')),
    offerId: NUMBER,
    buyer: address('b1'),
  }
  await applyBatch(store.db, batchOf([indexed(2n, [cancelled])]))
  expect((await openOrders()).map(([marketplace, book]) => `${marketplace} ${book}`)).toEqual([
    'one collection-offer',
    'one listing',
    'two collection-offer',
    'two listing',
    'two token-offer',
  ])
})

/** A listing, a bid on a token and a bid on a collection, all with the same number. */
function ordersOf(marketplace: string, from: number): readonly MarketEvent[] {
  const base = (at: number) => ({ ...eventBase(1n, from + at, BigInt(10 + from + at)), marketplace })
  const offer = { offerId: NUMBER, buyer: address('b1'), expiresAtSeconds: null }
  return [
    { ...base(0), kind: 'listing-placed', token: token(address('aa')), listingId: NUMBER, seller: address('5e') },
    { ...base(1), kind: 'token-offer-placed', token: token(address('aa')), ...offer },
    { ...base(2), kind: 'collection-offer-placed', tokenAmount: 2n, ...offer },
  ]
}

async function openOrders(): Promise<readonly (readonly [string, string, string, bigint])[]> {
  const { rows } = await sql<{ marketplace: string; book: string; id: string; octas: bigint }>`
    select marketplace, 'listing' as book, listing_id as id, price_octas as octas from market.listings where state = 'open'
    union all select marketplace, 'token-offer', offer_id, price_octas from market.token_offers where state = 'open'
    union all select marketplace, 'collection-offer', offer_id, price_octas from market.collection_offers where state = 'open'
    order by marketplace, book`.execute(store.db)
  return rows.map(({ marketplace, book, id, octas }) => [marketplace, book, id, BigInt(octas)] as const)
}
