import type { MarketEvent } from '@opal/domain/market-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { applyBatch } from '../../../ingest/apply-batch.ts'
import { writeMarketplaces } from '../../../ingest/orders/write-marketplaces.ts'
import {
  address,
  batchOf,
  COLLECTION,
  eventBase,
  indexed,
  timeOf,
  token,
} from '../../../ingest/testing/market-story.ts'
import { writeNextListItems } from '../../../projections/token-list-items/worker.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { workForAnyParameters } from '../../../testing/plans/work-for-any-parameters.ts'
import { seedSmallMarket } from '../../../testing/small-market.ts'
import { SMALL_MARKET_IDS } from '../../../testing/small-market-ids.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import type { Reader } from '../../read-rows.ts'
import { readTokenDetail } from '../../tokens/read-token-detail.ts'
import { readTokens } from '../../tokens/read-tokens.ts'
import { readBestCollectionOffers, readBestTokenOffers } from '../bid-book.ts'
import { readOffersForTokens } from './offers.ts'

const [TOKEN, HOLDER, BIDDER] = [address('aa'), address('5e'), address('b1')]
const ON_TOKEN = { editions: [{ tokenDataId: TOKEN, propertyVersion: 0n }], named: [] }
const NOW = 1_790_000_000_000_000n
const EXPIRES = timeOf(10n) / 1_000_000n

let store: Store

beforeAll(async () => {
  store = await createTestStore()
  await writeMarketplaces(store.db, [
    { marketplace: 'open', status: 'active', is_native: true },
    { marketplace: 'closed', status: 'cancel-only', is_native: false },
  ])
  await applyBatch(store.db, batchOf([indexed(1n, [...offersAt('open', 0, 50n), ...offersAt('closed', 2, 70n)])]))
})
afterAll(() => store[Symbol.asyncDispose]())

test('tokens can be sold into offers of a marketplace that only lets people out, as long as they are open', async () => {
  const asked = {
    holders: [HOLDER],
    ...ON_TOKEN,
    collectionIds: [COLLECTION],
    perCollection: () => 100,
    marketplaces: ['open', 'closed'],
  }
  const before = await readOffersForTokens(store, { ...asked, nowMicros: timeOf(9n) })
  expect(before.map(({ marketplace, priceOctas }) => [marketplace, priceOctas])).toEqual([
    ['closed', 71n],
    ['closed', 70n],
    ['open', 51n],
    ['open', 50n],
  ])
  const counted = await readBestCollectionOffers(store, COLLECTION, { nowMicros: timeOf(9n), take: 10 })
  expect(counted.map(({ marketplace }) => marketplace)).toEqual(['open'])
  expect(await readOffersForTokens(store, { ...asked, nowMicros: timeOf(10n) })).toEqual([])
  expect(await readOffersForTokens(store, { ...asked, holders: [BIDDER], nowMicros: timeOf(9n) })).toEqual([])
})

test.each(['closed', 'elsewhere'])(
  'the best bid on a marketplace is found behind any number of higher ones on %s',
  async (other) => {
    await store.pool.query(
      `insert into market.collection_offers select (o).* from generate_series(1, 300) n, lateral (
       select jsonb_populate_record(o, jsonb_build_object('marketplace', $1::text, 'offer_id', 'higher ' || n, 'price_octas', 1000 + n)) o
       from market.collection_offers o where marketplace = 'open') made`,
      [other],
    )
    for (const perCollection of [1, 5, 100]) {
      const found = await readOffersForTokens(store, {
        holders: [HOLDER],
        editions: [],
        named: [],
        collectionIds: [COLLECTION],
        nowMicros: timeOf(9n),
        perCollection: () => perCollection,
        marketplaces: ['open', 'closed', 'elsewhere'],
      })
      const pricesAt = (one: string) =>
        found.filter(({ marketplace }) => marketplace === one).map(({ priceOctas }) => priceOctas)
      expect(pricesAt('open')).toEqual([51n])
      expect(pricesAt(other)).toEqual(Array.from({ length: perCollection }, (_, at) => 1300n - BigInt(at)))
    }
  },
)

test('the best bids on a token of each edition and marketplace are read, and those that are named', async () => {
  await store.pool.query(
    `insert into market.token_offers select (o).* from generate_series(1, 60) n
     cross join (values ('closed', 0, 1000), ('open', 7, 1000), ('elsewhere', 0, 2000)) as higher (marketplace, edition, price), lateral (
       select jsonb_populate_record(o, jsonb_build_object('marketplace', higher.marketplace, 'property_version', edition,
         'offer_id', edition || ' higher ' || n, 'price_octas', price + n)) o
       from market.token_offers o where marketplace = 'open') made`,
  )
  const read = (named: readonly string[]) =>
    readOffersForTokens(store, {
      holders: [HOLDER],
      ...ON_TOKEN,
      named,
      collectionIds: [],
      perCollection: () => 100,
      nowMicros: timeOf(9n),
      marketplaces: ['open', 'closed'],
    })
  const found = await read([])
  const pricesAt = (one: string) =>
    found.filter(({ marketplace }) => marketplace === one).map(({ priceOctas }) => priceOctas)
  expect(pricesAt('open')).toEqual([50n])
  expect(pricesAt('closed')).toEqual(Array.from({ length: 10 }, (_, at) => 1060n - BigInt(at)))
  expect(pricesAt('elsewhere')).toEqual([2060n])
  const named = await read(['1', '0 higher 60', '0 higher 2', 'unknown'])
  expect(named.slice(0, 11)).toEqual(found.slice(0, 11))
  const rest = named.slice(11).map(({ marketplace, offerId, tokenDataId }) => [marketplace, offerId, tokenDataId])
  expect(rest).toEqual([
    ['closed', '0 higher 2', TOKEN],
    ['closed', '1', null],
    ['closed', '1', TOKEN],
    ['open', '1', null],
    ['open', '1', TOKEN],
  ])
})

/** A bid on the token, and one more by an octa on any of its collection. */
function offersAt(marketplace: string, from: number, priceOctas: bigint): readonly MarketEvent[] {
  const base = (at: number) => ({ ...eventBase(1n, from + at, priceOctas + BigInt(at)), marketplace })
  const offer = { buyer: BIDDER, expiresAtSeconds: EXPIRES }
  return [
    { ...base(0), kind: 'token-offer-placed', token: token(TOKEN), offerId: '1', ...offer },
    { ...base(1), kind: 'collection-offer-placed', tokenAmount: 2n, offerId: '1', ...offer },
  ]
}

test.each([20, 3_000])(
  'bids on a token that have expired cost who reads those that count nothing: %i of them',
  async (count) => {
    await using other = await createTestStore()
    await seedSmallMarket(other, { ids: SMALL_MARKET_IDS, marketplace: 'opal', nowMicros: NOW })
    const { tokenDataId, owner } = SMALL_MARKET_IDS
    await other.pool.query(
      `insert into market.token_offers (marketplace, offer_id, token_data_id, token_standard, collection_id, buyer, price_octas, state, validity,
       expires_at_seconds, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select m, 'old' || n, $1, 'v2', $2, $3, 1000000000000 + n, 'open', 'expired', 1, 1, 1, 1, 0, 1
     from generate_series(1, $4::int) n cross join unnest('{opal,closed}'::text[]) m`,
      [tokenDataId, SMALL_MARKET_IDS.collectionId, BIDDER, count],
    )
    await other.pool.query('analyze market.token_offers')
    await writeNextListItems(other.db)
    const asked = { editions: [{ tokenDataId, propertyVersion: 0n }], collectionIds: [], named: [] }
    const readers: readonly ((reader: Reader) => Promise<unknown>)[] = [
      (reader) =>
        readOffersForTokens(reader, {
          ...asked,
          holders: [owner],
          perCollection: () => 1,
          marketplaces: ['opal', 'closed'],
          nowMicros: NOW,
        }),
      (reader) => readBestTokenOffers(reader, [tokenDataId], { nowMicros: NOW }),
      (reader) => readTokens(reader, [tokenDataId], NOW),
      (reader) => readTokenDetail(reader, tokenDataId, NOW),
      // All that are open, of another token.
      ({ db }) =>
        sql`select from public_api.token_offers where token_data_id = ${TOKEN} and is_deleted = false`.execute(db),
    ]
    for (const [at, work] of readers.entries())
      expect(Number(await countRowsRead(other, 'market.token_offers', work)), `reader ${at}`).toBeLessThan(60)
  },
)

test('tokens and collections without bids cost a reader of their bids one look-up each, on however many marketplaces', async () => {
  await using other = await createTestStore()
  await other.pool.query(`
    insert into market.token_offers (marketplace, offer_id, token_data_id, token_standard, collection_id, buyer, price_octas, state, validity,
        placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
      select 'm' || n % 10, n::text, 't' || n, 'v2', 'c' || n, '0xb', n, 'open', 'valid', 1, 1, 1, 0, 1 from generate_series(1, 20000) n;
    insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, remaining_amount, wanted_amount, state, validity,
        placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
      select 'm' || n % 10, n::text, 'c' || n, '0xb', n, 1, 1, 'open', 'valid', 1, 1, 1, 0, 1 from generate_series(1, 20000) n`)
  await other.pool.query('vacuum (analyze) market.token_offers, market.collection_offers')
  const asked = Array.from({ length: 200 }, (_, at) => `${at}x`)
  const { pages } = await workForAnyParameters(other, async (reader) => {
    const found = await readOffersForTokens(reader, {
      holders: [HOLDER],
      named: [],
      nowMicros: NOW,
      perCollection: () => 5,
      editions: ['7', ...asked].map((n) => ({ tokenDataId: `t${n}`, propertyVersion: 0n })),
      collectionIds: ['8', ...asked].map((n) => `c${n}`),
      marketplaces: Array.from({ length: 10 }, (_, at) => `m${at}`),
    })
    expect(found.map(({ offerId }) => offerId)).toEqual(['8', '7'])
  })
  expect(pages).toBeLessThan(2 * 201 * 4)
})
