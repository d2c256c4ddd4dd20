import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { readUsualFloor } from '../../queries/orders/usual-floor.ts'
import { applyBatch } from '../apply-batch.ts'
import { emptyStores, NATIVE } from '../testing/empty-stores.ts'
import {
  address,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  passes,
  timeOf,
  token,
} from '../testing/market-story.ts'
import { writeMarketplaces } from './write-marketplaces.ts'

const stores = emptyStores()
const [ANNA, BEN, TOKEN, LISTING] = [address('f0'), address('f1'), address('a0'), address('11')]

test('a listing counts while its seller holds the token, now and in past hours', async () => {
  await stores.use(async (store) => {
    const minted = indexed(0n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
    const listing = { ...eventBase(1n, 0, 5n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
    // A marketplace that leaves the token with its seller.
    await applyBatch(store.db, batchOf([minted, indexed(1n, [{ ...listing, kind: 'listing-placed' }])]))
    expect(await listedOf(store)).toEqual({ floor: 5n, validity: 'valid', hours: [[5n, 1n]] })
    // As a listing is that was placed before the store knew this of listings.
    await store.db.updateTable('market.listings').set({ depends_on_seller: null }).execute()
    await applyBatch(store.db, batchOf([indexed(9n, [], { ownerships: passes(TOKEN, ANNA, BEN) })]))
    expect(await listedOf(store)).toEqual({
      floor: null,
      validity: 'seller-lost-token',
      hours: [
        [5n, 1n],
        [null, 0n],
      ],
    })
    await applyBatch(store.db, batchOf([indexed(18n, [], { ownerships: passes(TOKEN, BEN, ANNA) })]))
    const hours = [
      [5n, 1n],
      [null, 0n],
      [5n, 1n],
    ]
    expect(await listedOf(store)).toEqual({ floor: 5n, validity: 'valid', hours })
  })
})

// @feature orders.deliverable
test('a listing counts while it can deliver its token: it keeps what it ever held, and nothing frozen moves', async () => {
  const state = fc.record({ owner: fc.constantFrom(ANNA, BEN, LISTING), isFrozen: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(ANNA, LISTING), fc.array(state, { maxLength: 4 }), async (first, later) => {
      await stores.use(async (store) => {
        const minted = indexed(0n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
        const listing = { ...eventBase(1n, 0, 5n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
        const placed = indexed(1n, [{ ...listing, kind: 'listing-placed' }], { ownerships: passes(TOKEN, ANNA, first) })
        await applyBatch(store.db, batchOf([minted, placed]))
        let wasHeldByListing = first === LISTING
        let before = first
        for (const [at, { owner, isFrozen }] of [{ owner: first, isFrozen: false }, ...later].entries()) {
          wasHeldByListing ||= owner === LISTING
          const ownerships = passes(TOKEN, before, owner).map((row) => ({ ...row, isSoulboundV2: isFrozen }))
          await applyBatch(store.db, batchOf([indexed(BigInt(at + 2), [], { ownerships })]))
          const isThere = owner === (wasHeldByListing ? LISTING : ANNA)
          const validity = !isThere ? 'seller-lost-token' : isFrozen ? 'token-frozen' : 'valid'
          const { floor, validity: now } = await listedOf(store)
          expect([now, floor]).toEqual([validity, validity === 'valid' ? 5n : null])
          const spans = await store.db.selectFrom('market.listing_spans').select('to_micros').execute()
          expect(spans.some(({ to_micros }) => to_micros === null)).toBe(validity === 'valid')
          before = owner
        }
      })
    }),
    { seed: 20261123, numRuns: runs(12) },
  )
})

// @feature trade.usual-floor
test('a listing whose token comes back or thaws counts for the usual floor ten minutes later, whenever it was placed', async () => {
  const MINUTE = 60_000_000n
  const state = fc.constantFrom('there', 'away', 'frozen')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(ANNA, LISTING), fc.array(state, { maxLength: 5 }), async (holder, later) => {
      await stores.use(async (store) => {
        const minted = indexed(0n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
        const listing = { ...eventBase(1n, 0, 5n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
        const placed = indexed(1n, [{ ...listing, kind: 'listing-placed' }], {
          ownerships: passes(TOKEN, ANNA, holder),
        })
        await applyBatch(store.db, batchOf([minted, placed]))
        let [owner, since]: [Address, bigint | null] = [holder, timeOf(1n)]
        for (const [at, now] of later.entries()) {
          const version = BigInt(at + 2)
          const next = now === 'away' ? BEN : holder
          const ownerships = passes(TOKEN, owner, next).map((row) => ({ ...row, isSoulboundV2: now === 'frozen' }))
          await applyBatch(store.db, batchOf([indexed(version, [], { ownerships })]))
          owner = next
          since = now === 'there' ? (since ?? timeOf(version)) : null
          for (const passed of [0n, 10n * MINUTE - 1n, 10n * MINUTE]) {
            const nowMicros = timeOf(version) + passed
            const counts = since !== null && nowMicros - since >= 10n * MINUTE
            const floor = await readUsualFloor(store, COLLECTION, { nowMicros, leastOctas: 1n })
            expect(floor, `${now}, ${passed} after`).toBe(counts ? 5n : null)
          }
        }
      })
    }),
    {
      numRuns: runs(12),
      examples: [
        [ANNA, ['away', 'there']],
        [LISTING, ['frozen', 'there']],
      ],
    },
  )
})

test('a listing on a closed marketplace counts for its seller while the seller holds the token, and not afterwards', async () => {
  await stores.use(async (store) => {
    const minted = indexed(0n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
    const listing = { ...eventBase(1n, 0, 5n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
    await applyBatch(store.db, batchOf([minted, indexed(1n, [{ ...listing, kind: 'listing-placed' }])]))
    await writeMarketplaces(store.db, [{ ...NATIVE, status: 'cancel-only' }])
    expect(await listedOf(store)).toMatchObject({ floor: null, validity: 'marketplace-closed' })
    await applyBatch(store.db, batchOf([indexed(9n, [], { ownerships: passes(TOKEN, ANNA, BEN) })]))
    expect(await listedOf(store)).toMatchObject({ floor: null, validity: 'seller-lost-token' })
    await applyBatch(store.db, batchOf([indexed(18n, [], { ownerships: passes(TOKEN, BEN, ANNA) })]))
    expect(await listedOf(store)).toMatchObject({ floor: null, validity: 'marketplace-closed' })
    await writeMarketplaces(store.db, [{ ...NATIVE, status: 'active' }])
    expect(await listedOf(store)).toMatchObject({ floor: 5n, validity: 'valid' })
  })
})

async function listedOf(store: Store) {
  const { db } = store
  const stats = await db.selectFrom('market.collection_stats').select('floor_octas').executeTakeFirst()
  const listing = await db.selectFrom('market.listings').select('validity').executeTakeFirst()
  const hours = await db.selectFrom('market.collection_hours').selectAll().orderBy('hour_micros').execute()
  expect(hours.every((row) => row.collection_id === COLLECTION)).toBe(true)
  return {
    floor: stats?.floor_octas,
    validity: listing?.validity,
    hours: hours.map((row) => [row.floor_octas, row.listed_count]),
  }
}
