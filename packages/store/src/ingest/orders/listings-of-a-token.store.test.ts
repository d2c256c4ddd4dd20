import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, described, eventBase, indexed, passes, token } from '../testing/market-story.ts'
import { refreshListingsOfTokens } from './listing-validity.ts'

const stores = emptyStores()
const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]

/** A listing of a token, as any marketplace may place it: one of a v2 token may hold it, or leave it with its seller. */
const PLACED = [
  { listingId: LISTING, seller: ANNA },
  { listingId: address('12'), seller: ANNA },
  { listingId: address('13'), seller: BEN },
]
const holder = fc.constantFrom(ANNA, BEN, CARL, ...PLACED.map(({ listingId }) => listingId))

test('of a token’s listings each counts while it can deliver, in one batch and in many, whatever is known of the first owners', async () => {
  const states = fc.array(fc.record({ owner: holder, isFrozen: fc.boolean() }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(states, fc.boolean(), async (later, isMintKnown) => {
      const ownerships = isMintKnown ? passes(TOKEN, null, CARL) : []
      const placed = PLACED.map((listing, index) => {
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
      const expected = PLACED.map(({ listingId, seller }) => {
        const deliverer = known.some((state) => state.owner === listingId) ? listingId : seller
        const last = known.at(-1)
        if (last !== undefined && last.owner !== deliverer) return 'seller-lost-token'
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
