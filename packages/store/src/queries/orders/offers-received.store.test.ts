import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addTokenSet, setKeyOf } from '../../accounts/token-sets.ts'
import type { Store } from '../../driver/connection.ts'
import { tokenHolders } from '../../schema/history.ts'
import { type CollectionOfferRow, collectionOffers, type TokenOfferRow, tokenOffers } from '../../schema/orders.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { workForAnyParameters } from '../../testing/work-for-any-parameters.ts'
import type { Reader } from '../read-rows.ts'
import type { OfferPlace, PagedOfferRow } from './offers.ts'
import { findOffersReceived } from './offers-received.ts'

const [HOLDER, OTHER] = ['0xa', '0xb']
const NOW_SECONDS = 100n
const SETS = ['r1', 'r2']
const ANNOUNCER = { client: 'client', site: 'site' }

const place = {
  collection: fc.constantFrom<string | null>('c1', 'c1', 'c2', null),
  token: fc.constantFrom<string>('t1', 't2', 't3', 't4', 't5'),
  edition: fc.constantFrom<bigint>(0n, 0n, 1n),
}
const holding = fc.record({
  ...place,
  holder: fc.constantFrom(HOLDER, HOLDER, OTHER),
  amount: fc.constantFrom(0n, 1n, 1n),
})
/** A bid that counts, one that does not for a reason, and the holder's own. */
const kind = fc.constantFrom<string>('live', 'live', 'live', 'expired', 'cancelled', 'unfunded', 'own')
const tokenBid = fc.record({ ...place, kind })
const collectionBid = fc.record({
  collection: fc.constantFrom<string>('c1', 'c2'),
  root: fc.constantFrom<string | null>(null, 'r1', 'r2', 'r3'),
  kind,
})
const sets = fc.array(fc.record({ token: place.token, edition: place.edition }), { minLength: 1, maxLength: 3 })

type TokenBid = typeof tokenBid extends fc.Arbitrary<infer Bid> ? Bid : never
type CollectionBid = typeof collectionBid extends fc.Arbitrary<infer Bid> ? Bid : never

/** Tokens of collections have ids of their own, of 32 bytes. */
const idOf = ({ collection, token }: { readonly collection: string | null; readonly token: string }) =>
  `0x${Buffer.from((collection ?? 'none') + token)
    .toString('hex')
    .padEnd(64, '0')}`

const orderOf = (bid: { readonly kind: string }, at: number) => ({
  marketplace: 'bazaar',
  offer_id: String(at),
  price_octas: BigInt(1 + (at % 3)),
  placed_version: 1n,
  placed_at_micros: BigInt(at >> 1),
  last_version: 1n,
  last_event_index: 0,
  last_at_micros: 1n,
  state: bid.kind === 'cancelled' ? 'cancelled' : 'open',
  validity: bid.kind === 'unfunded' ? 'unfunded' : 'valid',
  buyer: bid.kind === 'own' ? HOLDER : OTHER,
  expires_at_seconds: bid.kind === 'expired' ? NOW_SECONDS : null,
})
const toTokenOffer = (bid: TokenBid, at: number): TokenOfferRow => ({
  ...orderOf(bid, at),
  token_data_id: idOf(bid),
  property_version: bid.edition,
  token_standard: 'v1',
  collection_id: bid.collection,
})
const toCollectionOffer = (bid: CollectionBid, at: number): CollectionOfferRow => ({
  ...orderOf(bid, at),
  collection_id: bid.collection,
  wanted_amount: 1n,
  remaining_amount: 1n,
  is_pooled: false,
  set_root: bid.root,
})

async function clear(store: Store): Promise<void> {
  await store.pool.query(
    'delete from market.token_holders; truncate market.token_offers, market.collection_offers, account.token_sets',
  )
}

/** Reads the list two rows at a time, each page after the one before. */
async function readByPages(
  store: Store,
  page: Parameters<typeof findOffersReceived>[2],
): Promise<readonly PagedOfferRow[]> {
  const found: PagedOfferRow[] = []
  for (;;) {
    const last = found.at(-1)
    const after = last && {
      value: last.sortValue,
      marketplace: last.marketplace,
      offerId: last.offerId,
      isOnToken: last.tokenDataId !== null,
    }
    const next = await findOffersReceived(store, HOLDER, { ...page, take: 2, ...(after && { after }) })
    if (next.length === 0) return found
    found.push(...next)
  }
}

// @feature portfolio.bids
it('finds what is offered on tokens, on their collections and on sets that they are in, whatever is held', async () => {
  await using store = await createTestStore()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(holding, { selector: (one) => `${idOf(one)} ${one.edition} ${one.holder}`, maxLength: 10 }),
      fc.array(tokenBid, { maxLength: 10 }),
      fc.array(collectionBid, { maxLength: 8 }),
      fc.tuple(sets, sets),
      fc.option(fc.constantFrom('c1', 'c2')),
      async (holdings, tokenBids, collectionBids, listed, only) => {
        await clear(store)
        await insertRows(
          store,
          tokenHolders,
          holdings.map((one) => ({
            token_data_id: idOf(one),
            property_version: one.edition,
            holder: one.holder,
            collection_id: one.collection,
            amount: one.amount,
          })),
        )
        await insertRows(store, tokenOffers, tokenBids.map(toTokenOffer))
        await insertRows(store, collectionOffers, collectionBids.map(toCollectionOffer))
        const keys = listed.map((of) =>
          of.map(({ token, edition }) => setKeyOf(idOf({ collection: 'c1', token }), edition)),
        )
        for (const [at, root] of SETS.entries())
          await addTokenSet(store, { root, collectionId: 'c1', tokens: keys[at] ?? [] }, ANNOUNCER)

        const held = holdings.filter(
          (one) => one.holder === HOLDER && one.amount > 0n && (only === null || one.collection === only),
        )
        const heldKeys = new Set(held.map((one) => setKeyOf(idOf(one), one.edition)))
        const isInSet = (bid: CollectionBid) =>
          bid.root === null ||
          (bid.collection === 'c1' && (keys[SETS.indexOf(bid.root)] ?? []).some((key) => heldKeys.has(key)))
        const onTokens = tokenBids.flatMap((bid, at) =>
          bid.kind === 'live' && heldKeys.has(setKeyOf(idOf(bid), bid.edition)) ? [`token ${at}`] : [],
        )
        const onCollections = collectionBids.flatMap((bid, at) =>
          bid.kind === 'live' && held.some(({ collection }) => collection === bid.collection) && isInSet(bid)
            ? [`collection ${at}`]
            : [],
        )
        const page = { take: 99, nowMicros: NOW_SECONDS * 1_000_000n, ...(only !== null && { collectionId: only }) }
        const found = await findOffersReceived(store, HOLDER, page)
        for (const sortBy of ['date', 'price', 'net'] as const)
          expect(await readByPages(store, { ...page, sortBy })).toEqual(
            await findOffersReceived(store, HOLDER, { ...page, sortBy }),
          )
        expect(
          found.map(({ tokenDataId, offerId }) => `${tokenDataId === null ? 'collection' : 'token'} ${offerId}`).sort(),
        ).toEqual([...onTokens, ...onCollections].sort())
      },
    ),
    { numRuns: runs(60) },
  )
})

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

/** Returns the place of an offer on a collection, the last one of a page. */
function placeOf(last: PagedOfferRow | undefined): OfferPlace {
  return { value: last?.sortValue ?? 0n, marketplace: 'bazaar', offerId: last?.offerId ?? '', isOnToken: false }
}

async function holdOneOfEach(store: Store, collections: readonly string[]): Promise<void> {
  await insertRows(
    store,
    tokenHolders,
    collections.map((collection) => ({
      token_data_id: idOf({ collection, token: 't1' }),
      property_version: 0n,
      holder: HOLDER,
      collection_id: collection,
      amount: 1n,
    })),
  )
}

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

it.each([0, 40, 60, 200, 960])('finds the newest bids where the %i newest do not count', async (own) => {
  await using store = await createTestStore()
  const collections = Array.from({ length: 1_000 }, (_, at) => `c${at}`)
  await holdOneOfEach(store, collections)
  const bids = collections.map((collection, at) => ({
    ...toCollectionOffer({ collection, root: null, kind: at >= collections.length - own ? 'own' : 'live' }, at),
    placed_at_micros: BigInt(at),
  }))
  await insertRows(store, collectionOffers, bids)
  const page = { take: 51, nowMicros: NOW_SECONDS * 1_000_000n }
  const first = await findOffersReceived(store, HOLDER, page)
  const counted = Array.from({ length: collections.length - own }, (_, at) => collections.length - own - 1 - at)
  expect(first.map(({ offerId }) => Number(offerId))).toEqual(counted.slice(0, 51))
  const after = placeOf(first.at(-1))
  const next = await findOffersReceived(store, HOLDER, { ...page, after })
  expect(next.map(({ offerId }) => Number(offerId))).toEqual(counted.slice(51, 102))
})
