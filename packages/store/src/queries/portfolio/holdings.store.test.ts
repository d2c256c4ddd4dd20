import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { findOffersReceived } from '../orders/offers/offers-received.ts'
import { findHeldTokens } from './held-tokens.ts'
import { findListedCollectionIds, findPortfolioCollections } from './portfolio-collections.ts'

const [HOLDER, OTHER] = ['0xa', '0xb']
const NOW_SECONDS = 100n

const anyPrice = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 })
/** A bid that counts, one that does not for a reason, and the holder's own. */
const anyBid = fc.constantFrom('live', 'expired', 'cancelled', 'unfunded', 'own', 'other edition')
const anyCollection = fc.record({
  /** Whether the chain has a row of it, and whether stats were computed. */
  isKnown: fc.boolean(),
  stats: fc.option(fc.record({ sales: fc.integer({ min: 0, max: 1 }), floor: anyPrice, bid: anyPrice }), { freq: 3 }),
  isVerified: fc.boolean(),
  flag: fc.constantFrom('none', 'open', 'upheld'),
  listed: fc.option(fc.constantFrom('valid', 'marketplace-closed', 'seller-lost-token')),
  /** Standard of what is listed, and how often its one token is. */
  standard: fc.constantFrom('v1', 'v2'),
  copies: fc.integer({ min: 1, max: 2 }),
  /** Its tokens, each with the amount that is held and how it came. */
  tokens: fc.array(
    fc.record({
      amount: fc.integer({ min: 0, max: 2 }),
      by: fc.constantFrom('mint', 'transfer', 'listing'),
      sender: fc.constantFrom(HOLDER, OTHER, null),
      isReleased: fc.boolean(),
      isInTransit: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  tokenBids: fc.array(anyBid, { maxLength: 2 }),
  collectionBids: fc.array(anyBid, { maxLength: 2 }),
})
type Collection = typeof anyCollection extends fc.Arbitrary<infer Made> ? Made : never

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const insert = (table: string, columns: string, values: readonly unknown[]) =>
  store.pool.query(
    `insert into ${table} (${columns}) values (${values.map((_, at) => `$${at + 1}`).join()})`,
    values as unknown[],
  )

async function write(collections: readonly Collection[]): Promise<void> {
  await store.pool.query(
    `truncate chain.current_collections_v2, chain.transactions, market.collection_stats, market.token_holders,
      market.collection_holders, market.lots,
      market.listings, market.token_offers, market.collection_offers, account.verified_collections, account.flag_requests`,
  )
  for (const [at, collection] of collections.entries()) await writeCollection(`c${at}`, collection, at * 100)
}

async function writeCollection(id: string, collection: Collection, base: number): Promise<void> {
  if (collection.isKnown) {
    await insert(
      'chain.current_collections_v2',
      `collection_id, creator_address, collection_name, description, uri, current_supply, token_standard,
        last_transaction_version, last_transaction_timestamp`,
      [id, OTHER, id, '', '', 1, 'v2', 1, '2026-01-01'],
    )
  }
  const { stats, flag } = collection
  if (stats !== null) {
    await insert(
      'market.collection_stats',
      'collection_id, sales_all, last_sale_octas, best_proceeds_octas, floor_octas, top_bid_octas, last_version',
      [id, stats.sales, ...(stats.sales === 0 ? [null, null] : [9, 9]), stats.floor, stats.bid, 1],
    )
  }
  if (collection.isVerified) await insert('account.verified_collections', 'collection_id', [id])
  if (flag !== 'none') {
    await insert('account.flag_requests', 'collection_id, wallet, reason, remarks, status, asked_at', [
      id,
      OTHER,
      'spam',
      '',
      flag,
      '2026-01-01',
    ])
  }
  for (let copy = 0; collection.listed !== null && copy < collection.copies; copy += 1) {
    await insert('market.listings', `${ORDER}, listing_id, token_data_id, token_standard, seller`, [
      'bazaar',
      id,
      3,
      'open',
      collection.listed,
      1,
      1,
      base + 1,
      0,
      1,
      `${id}l${copy}`,
      `${id}t0`,
      collection.standard,
      HOLDER,
    ])
  }
  for (const [at, token] of collection.tokens.entries()) {
    await insert('market.token_holders', 'token_data_id, property_version, holder, collection_id, amount', [
      `${id}t${at}`,
      0,
      HOLDER,
      id,
      token.amount,
    ])
    const version = base + at
    if (token.sender !== null) {
      await store.pool.query(`insert into chain.transactions values ($1, $2, 1, 1, 1, true, $3, null, 1, 100)`, [
        version,
        `0x${version}`,
        token.sender,
      ])
    }
    await insert(
      'market.lots',
      `wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, is_in_transit, released_version`,
      [HOLDER, `${id}t${at}`, 0, version, 0, id, 1, token.by, 1, token.isInTransit, token.isReleased ? version : null],
    )
  }
  for (const [at, bid] of collection.tokenBids.entries()) {
    await insert('market.token_offers', `${ORDER}, offer_id, token_data_id, token_standard, property_version, ${BID}`, [
      ...orderOf(id, bid, base + at),
      `${id}o${at}`,
      `${id}t0`,
      'v1',
      bid === 'other edition' ? 1 : 0,
      ...bidOf(bid),
    ])
  }
  for (const [at, bid] of collection.collectionBids.entries()) {
    await insert('market.collection_offers', `${ORDER}, offer_id, wanted_amount, remaining_amount, ${BID}`, [
      ...orderOf(id, bid, base + 50 + at),
      `${id}p${at}`,
      1,
      bid === 'other edition' ? 0 : 1,
      ...bidOf(bid),
    ])
  }
}

const ORDER = `marketplace, collection_id, price_octas, state, validity, placed_version, placed_at_micros, last_version,
  last_event_index, last_at_micros`
const BID = 'buyer, expires_at_seconds'

const orderOf = (id: string, bid: string, at: number) => [
  'bazaar',
  id,
  5,
  bid === 'cancelled' ? 'cancelled' : 'open',
  bid === 'unfunded' ? 'unfunded' : 'valid',
  1,
  at,
  1,
  0,
  1,
]
const bidOf = (bid: string) => [bid === 'own' ? HOLDER : OTHER, bid === 'expired' ? 99 : null]

function isSpam({ isVerified, flag, stats, tokens }: Collection): boolean {
  if (isVerified) return false
  if (flag === 'upheld') return true
  if (stats !== null && (stats.sales > 0 || stats.floor !== null || stats.bid !== null)) return false
  const held = tokens.filter(({ isReleased, isInTransit }) => !isReleased && !isInTransit)
  return held.every(({ by, sender }) => sender === OTHER && by !== 'listing')
}

/** Each listing of the older standard has an item of its own; one of the newer standard exists once, however often it is listed. */
function listedItems({ standard, copies }: Collection): bigint {
  return standard === 'v1' ? BigInt(copies) : 1n
}

interface Valued {
  readonly id: string
  readonly value: bigint
}

function mostValuableFirst(one: Valued, other: Valued): number {
  return Number(other.value - one.value) || (one.id < other.id ? 1 : -1)
}

const CHOICES = { include: [true, false], hide: [false], only: [true] } as const

// @feature portfolio.spam
it('finds collections, items and bids of a wallet, with spam, without it or alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCollection, { maxLength: 5 }), fc.integer({ min: 1, max: 5 }), async (made, take) => {
      await write(made)
      const all = made.map((collection, at) => {
        const held = collection.tokens.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
        const { floor, bid } = collection.stats?.sales === 1 ? collection.stats : { floor: 0, bid: 0 }
        const worth = BigInt(Math.max(floor ?? 0, bid ?? 0))
        const isListed = collection.listed === 'valid' || collection.listed === 'marketplace-closed'
        return {
          id: `c${at}`,
          base: BigInt(at * 100),
          collection,
          held,
          value: held * worth,
          isSpam: isSpam(collection),
          isListed,
        }
      })
      for (const [spam, wanted] of Object.entries(CHOICES) as ['hide', readonly boolean[]][]) {
        const chosen = all.filter((one) => one.held > 0n && wanted.includes(one.isSpam))
        const tokens = chosen.flatMap(({ id, collection }) =>
          collection.tokens.flatMap(({ amount }, at) => (amount > 0 ? [`${id}t${at}`] : [])),
        )
        const foundTokens = await findHeldTokens(
          store,
          { holder: HOLDER, spam },
          { order: 'collection', descending: false, take: 99 },
        )
        expect(foundTokens.map((row) => row.tokenDataId)).toEqual(tokens)
        const rows = chosen.filter(({ collection }) => collection.isKnown).toSorted(mostValuableFirst)
        const found = await findPortfolioCollections(store, { holder: HOLDER, spam }, { take, offset: 1 })
        expect(
          found.map((row) => [
            row.collectionId,
            row.tokenCount,
            row.valueOctas,
            row.isSpam,
            row.isVerified,
            row.listedCount,
            row.ownFloorOctas,
            row.floorVersion,
          ]),
        ).toEqual(
          rows
            .slice(1, 1 + take)
            .map(({ id, base, held, value, isSpam, isListed, collection }) => [
              id,
              held,
              value,
              isSpam,
              collection.isVerified,
              isListed ? listedItems(collection) : 0n,
              collection.listed === 'valid' ? 3n : null,
              collection.listed === 'valid' && collection.stats?.floor === 3 ? base + 1n : null,
            ]),
        )
      }
      const listed = all.filter(({ held, isListed, collection }) => held > 0n && isListed && collection.isKnown)
      const dearest = listed.toSorted(mostValuableFirst).slice(0, take)
      expect(await findListedCollectionIds(store, HOLDER, take)).toEqual(dearest.map(({ id }) => id))
      const bids = all.flatMap(({ id, held, collection }, base) => [
        ...((collection.tokens[0]?.amount ?? 0) > 0
          ? collection.tokenBids.flatMap((bid, at) =>
              bid === 'live' ? [{ id: `${id}o${at}`, at: base * 100 + at }] : [],
            )
          : []),
        ...(held > 0n
          ? collection.collectionBids.flatMap((bid, at) =>
              bid === 'live' ? [{ id: `${id}p${at}`, at: base * 100 + 50 + at }] : [],
            )
          : []),
      ])
      const received = await findOffersReceived(store, HOLDER, { take, nowMicros: NOW_SECONDS * 1_000_000n })
      const newest = bids.toSorted((one, other) => other.at - one.at).slice(0, take)
      expect(received.map(({ offerId }) => offerId)).toEqual(newest.map(({ id }) => id))
    }),
    { numRuns: runs(25) },
  )
})
