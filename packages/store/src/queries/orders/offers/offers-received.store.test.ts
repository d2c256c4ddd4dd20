import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addTokenSet, setKeyOf } from '../../../accounts/token-sets.ts'
import type { Store } from '../../../driver/connection.ts'
import { tokenHolders } from '../../../schema/history.ts'
import { collectionOffers, tokenOffers } from '../../../schema/orders.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import type { PagedOfferRow } from './offers.ts'
import { findOffersReceived } from './offers-received.ts'
import {
  type CollectionBid,
  HOLDER,
  holdOneOfEach,
  idOf,
  NOW_SECONDS,
  OTHER,
  placeOf,
  toCollectionOffer,
  toTokenOffer,
} from './testing/received-offers.ts'

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
