import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { readUsualFloor } from '../../queries/orders/usual-floor.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import { emptyStores, NATIVE } from '../test-data/empty-stores.ts'
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
} from '../test-data/market-story.ts'
import { refreshListingsOfTokens } from './listing-validity.ts'
import { writeMarketplaces } from './write-marketplaces.ts'

const stores = emptyStores()
const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]

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

test('of a token’s listings each counts while it can deliver, in one batch and in many, whatever is known of the first owners', async () => {
  const listings = [
    { listingId: LISTING, seller: ANNA },
    { listingId: address('12'), seller: ANNA },
    { listingId: address('13'), seller: BEN },
  ]
  const owner = fc.constantFrom(ANNA, BEN, CARL, ...listings.map(({ listingId }) => listingId))
  const states = fc.array(fc.record({ owner, isFrozen: fc.boolean() }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(states, fc.boolean(), async (later, isMintKnown) => {
      const ownerships = isMintKnown ? passes(TOKEN, null, CARL) : []
      const placed = listings.map((listing, index) => {
        const event = { ...eventBase(1n, index, 5n), token: token(TOKEN), ...listing }
        return { ...event, kind: 'listing-placed' } as const
      })
      const moves = later.map(({ owner: to, isFrozen }, at) => {
        const from = at === 0 ? (isMintKnown ? CARL : null) : (later[at - 1]?.owner ?? null)
        const moved = passes(TOKEN, from, to).map((row) => ({ ...row, isSoulboundV2: isFrozen }))
        return indexed(BigInt(at + 2), [], { ownerships: moved })
      })
      const story = [indexed(0n, [], { tokenDatas: [described(TOKEN)], ownerships }), indexed(1n, placed), ...moves]
      const [inMany, inOne] = [story.map((one) => [one]), [story]]
      const known = [...(isMintKnown ? [{ owner: CARL, isFrozen: false }] : []), ...later]
      const expected = listings.map(({ listingId, seller }) => {
        const holder = known.some((state) => state.owner === listingId) ? listingId : seller
        const last = known.at(-1)
        if (last !== undefined && last.owner !== holder) return 'seller-lost-token'
        return last?.isFrozen === true ? 'token-frozen' : 'valid'
      })
      const spans: unknown[] = []
      for (const batches of [inMany, inOne]) {
        await stores.use(async (store) => {
          for (const batch of batches) await applyBatch(store.db, batchOf(batch))
          const order = store.db.selectFrom('market.listings').select('validity').orderBy('listing_id')
          expect((await order.execute()).map(({ validity }) => validity)).toEqual(expected)
          const columns = ['listing_id', 'from_micros', 'to_micros'] as const
          const read = store.db.selectFrom('market.listing_spans').select(columns)
          spans.push(await read.orderBy('listing_id').orderBy('from_micros').execute())
          const stats = await store.db.selectFrom('market.collection_stats').select('listed_count').executeTakeFirst()
          expect(Number(stats?.listed_count)).toBe(expected.filter((each) => each === 'valid').length)
        })
      }
      expect(spans[0]).toEqual(spans[1])
    }),
    { numRuns: runs(5, 200) },
  )
})

/** A listing of a token, as any marketplace may place it: one of a v2 token may hold it, or leave it with its seller. */
const PLACED = [
  { listingId: LISTING, seller: ANNA },
  { listingId: address('12'), seller: ANNA },
  { listingId: address('13'), seller: BEN },
]
const holder = fc.constantFrom(ANNA, BEN, CARL, ...PLACED.map(({ listingId }) => listingId))
const change = fc.oneof(
  fc.record({
    what: fc.constantFrom('place', 'cancel'),
    which: fc.nat(PLACED.length - 1),
    reseller: fc.option(holder),
  }),
  fc.record({ what: fc.constant('move'), from: fc.option(holder, { nil: null }), to: holder, isFrozen: fc.boolean() }),
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function transactionOf(step: Change, version: bigint) {
  if ('to' in step) {
    const ownerships = passes(TOKEN, step.from, step.to).map((row) => ({ ...row, isSoulboundV2: step.isFrozen }))
    return indexed(version, [], { ownerships })
  }
  const listing = PLACED[step.which] as (typeof PLACED)[number]
  const event = { ...eventBase(version, 0, 5n + version), token: token(TOKEN), ...listing }
  if (step.what === 'cancel') return indexed(version, [{ ...event, kind: 'listing-cancelled' }])
  return indexed(version, [{ ...event, seller: step.reseller ?? listing.seller, kind: 'listing-placed' }])
}

/** Compares each open listing with the rule, applied to all owners that the token ever had. */
async function expectRule(store: Store): Promise<void> {
  const listings = await store.db.selectFrom('market.listings').selectAll().where('state', '=', 'open').execute()
  const owners = await store.db.selectFrom('chain.current_token_ownerships_v2').selectAll().execute()
  const stored = listings.map(({ validity, depends_on_seller }) => ({ validity, depends_on_seller }))
  const wanted = listings.map(({ listing_id, seller }) => {
    const wasInside = owners.some(({ owner_address }) => owner_address === listing_id)
    const depends_on_seller = owners.length > 0 && !wasInside
    const held = owners.filter(({ owner_address }) => owner_address === (wasInside ? listing_id : seller))
    if (owners.length > 0 && held.every(({ amount }) => amount === 0n))
      return { validity: 'seller-lost-token', depends_on_seller }
    const isFrozen = held.some(({ amount, is_soulbound_v2 }) => amount > 0n && is_soulbound_v2 === true)
    return { validity: isFrozen ? 'token-frozen' : 'valid', depends_on_seller }
  })
  expect(stored).toEqual(wanted)
}

test('each open listing is as the rule has it after every batch, in whatever order transactions become known', async () => {
  const story = fc.array(fc.record({ change, order: fc.nat(9), cuts: fc.boolean() }), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const first = indexed(0n, [], { tokenDatas: [described(TOKEN)] })
      const known = steps
        .map((step, at) => ({ ...step, transaction: transactionOf(step.change, BigInt(at + 1)) }))
        .toSorted((a, b) => a.order - b.order)
      const batches = known.reduce<(typeof first)[][]>(
        (made, { cuts, transaction }) => {
          if (cuts) made.push([])
          made.at(-1)?.push(transaction)
          return made
        },
        [[first]],
      )
      await stores.use(async (store) => {
        for (const batch of batches) {
          await applyBatch(store.db, batchOf(batch))
          await expectRule(store)
        }
      })
    }),
    { numRuns: runs(8, 150) },
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

test.each<['v1' | 'v2', number]>([
  ['v1', 4],
  ['v2', 6],
])('the owners of a %s token are read a few times, however many listings of it are open', async (standard, times) => {
  const count = 60
  await stores.use(async (store) => {
    const listings = Array.from({ length: count }, (_, at) => {
      const version = BigInt(at + 1)
      const id = address(`11${at.toString(16).padStart(2, '0')}`)
      const placed = { ...eventBase(version, 0, 5n), listingId: id, seller: ANNA, kind: 'listing-placed' } as const
      if (standard === 'v2') {
        // Each listing holds the token until the next takes it.
        const from = at === 0 ? null : address(`11${(at - 1).toString(16).padStart(2, '0')}`)
        return indexed(version, [{ ...placed, token: token(TOKEN) }], { ownerships: passes(TOKEN, from, id) })
      }
      const edition = { standard, tokenDataId: TOKEN, tokenName: 'Story', propertyVersion: version }
      const ownerships = passes(TOKEN, null, ANNA).map((row) => ({
        ...row,
        tokenStandard: standard,
        propertyVersionV1: version,
      }))
      return indexed(version, [{ ...placed, token: edition }], { ownerships })
    })
    await applyBatch(store.db, batchOf(listings))
    const open = await store.db.selectFrom('market.listings').select('validity').where('state', '=', 'open').execute()
    expect(open).toHaveLength(count)
    expect(open.filter(({ validity }) => validity === 'valid')).toHaveLength(standard === 'v2' ? 1 : count)
    const read = await countRowsRead(store, 'chain.current_token_ownerships_v2', (reader) =>
      refreshListingsOfTokens(reader.db, [TOKEN]),
    )
    expect(read).toBeLessThan(BigInt(times * count))
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
