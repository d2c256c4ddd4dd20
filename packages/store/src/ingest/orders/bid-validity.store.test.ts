import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { collections } from '../../schema/tokens.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { applyBatch } from '../apply-batch.ts'
import { settleTime } from '../stats/settle-time.ts'
import { type EmptyStores, NATIVE, openEmptyStores } from '../test-data/empty-stores.ts'
import { address, batchOf, COLLECTION, eventBase, indexed, timeOf } from '../test-data/market-story.ts'
import { writeMarketplaces } from './write-marketplaces.ts'

let stores: EmptyStores
const CREATOR = address('ce')
const [ANNA, BEN, TOKEN] = [address('f0'), address('f1'), address('a0')]

beforeAll(async () => {
  stores = await openEmptyStores()
})
afterAll(() => stores[Symbol.asyncDispose]())

function bid(version: bigint, tokenAmount: bigint, expiresAtSeconds: bigint | null) {
  const base = {
    ...eventBase(version, 0, 5n),
    offerId: address(`b${version}`),
    buyer: BEN,
    tokenAmount,
    expiresAtSeconds,
  }
  return indexed(version, [{ ...base, kind: 'collection-offer-placed' }])
}

async function bidsOf(store: Store) {
  const stats = await store.db.selectFrom('market.collection_stats').select('top_bid_octas').executeTakeFirst()
  const offers = await store.db.selectFrom('market.collection_offers').select('validity').orderBy('offer_id').execute()
  return { top: stats?.top_bid_octas, validity: offers.map((row) => row.validity) }
}

test('an offer expires while nothing happens on the chain, and the live channel announces it', async () => {
  await stores.use(async (store) => {
    const expiry = timeOf(1n) / 1_000_000n + 60n
    await applyBatch(store.db, batchOf([bid(1n, 1n, expiry)]))
    expect(await settleTime(store.db, (expiry - 1n) * 1_000_000n)).toBe(0)
    expect(await bidsOf(store)).toEqual({ top: 5n, validity: ['valid'] })
    expect(await settleTime(store.db, expiry * 1_000_000n)).toBe(1)
    expect(await bidsOf(store)).toEqual({ top: null, validity: ['expired'] })
    const feed = await store.db.selectFrom('market.change_feed').select(['kind', 'payload']).orderBy('id').execute()
    expect(feed.at(-1)).toEqual({ kind: 'bid_change', payload: { old: '5', new: null } })
    expect(await settleTime(store.db, expiry * 1_000_000n)).toBe(0)
  })
})

test('what time has ended, a batch of an earlier moment does not wake', async () => {
  await stores.use(async (store) => {
    const expiry = timeOf(9n) / 1_000_000n
    await applyBatch(store.db, batchOf([bid(1n, 1n, expiry)]))
    await settleTime(store.db, expiry * 1_000_000n)
    await applyBatch(store.db, batchOf([bid(1n, 1n, expiry), bid(2n, 1n, expiry)]))
    expect(await bidsOf(store)).toEqual({ top: null, validity: ['expired', 'expired'] })
  })
})

test('an offer for no items is exhausted, and stays so when its marketplace closes and opens again', async () => {
  await stores.use(async (store) => {
    await applyBatch(store.db, batchOf([bid(1n, 0n, null), bid(2n, 2n, null)]))
    expect(await bidsOf(store)).toEqual({ top: 5n, validity: ['exhausted', 'valid'] })
    await writeMarketplaces(store.db, [{ ...NATIVE, status: 'cancel-only' }])
    expect(await bidsOf(store)).toEqual({ top: null, validity: ['marketplace-closed', 'marketplace-closed'] })
    await writeMarketplaces(store.db, [{ ...NATIVE, status: 'active' }])
    expect(await bidsOf(store)).toEqual({ top: 5n, validity: ['exhausted', 'valid'] })
  })
})

// @feature bid.refusing-bidder
test('a bid of ours on v1 tokens counts while its bidder takes what is sent, on a token and on a collection', async () => {
  const step = fc.record({
    what: fc.constantFrom('bid', 'store'),
    who: fc.constantFrom(ANNA, BEN),
    accepts: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await stores.use(async (store) => {
        await insertRows(store, collections, [COLLECTION_V1])
        const accepts = new Map<string, boolean>()
        const bids: { readonly who: string; readonly price: bigint }[] = []
        for (const [at, { what, who, accepts: now }] of steps.entries()) {
          const version = BigInt(at + 1)
          if (what === 'store') {
            accepts.set(who, now)
            const tokenStores = [{ owner: who, acceptsTransfers: now }]
            await applyBatch(store.db, batchOf([indexed(version, [], { tokenStores })]))
          } else {
            bids.push({ who, price: version })
            await applyBatch(store.db, batchOf([indexed(version, bidsOnV1(version, who))]))
          }
          const expected = bids.map((one) => (accepts.get(one.who) === false ? 'bidder-refuses' : 'valid'))
          expect((await bidsOf(store)).validity).toEqual(expected)
          const onToken = await store.db
            .selectFrom('market.token_offers')
            .select('validity')
            .orderBy('price_octas')
            .execute()
          expect(onToken.map((row) => row.validity)).toEqual(expected)
          const open = bids.filter((_, index) => expected[index] === 'valid').map(({ price }) => price)
          if (bids.length > 0) expect((await bidsOf(store)).top).toBe(open.at(-1) ?? null)
        }
      })
    }),
    { seed: 20261123, numRuns: runs(12) },
  )
})

// @feature bid.refusing-bidder
test('a bid of ours on v1 tokens earns until its bidder first refuses what is sent, however the batches are cut', async () => {
  const step = fc.record({
    what: fc.constantFrom('bid', 'cancel', 'store', 'store'),
    who: fc.constantFrom(ANNA, BEN),
    accepts: fc.boolean(),
    cuts: fc.boolean(),
  })
  const cuts = { who: ANNA, cuts: true }
  const closedAndOpened = [
    { ...cuts, what: 'bid', accepts: true },
    { ...cuts, what: 'store', accepts: false },
    { ...cuts, what: 'store', accepts: true },
    { ...cuts, what: 'bid', accepts: true },
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const accepts = new Map<string, boolean>()
      const open = new Map<bigint, string>()
      const earning = new Set<bigint>()
      const expected = new Map<bigint, bigint[]>()
      const transactions = steps.map(({ what, who, accepts: now }, at) => {
        const version = BigInt(at + 1)
        const [newest] = [...open].filter(([, bidder]) => bidder === who).at(-1) ?? []
        if (what === 'store') accepts.set(who, now)
        if (what === 'store' && !now) for (const [bid, bidder] of open) if (bidder === who) earning.delete(bid)
        if (what === 'bid' && accepts.get(who) !== false) earning.add(version)
        if (what === 'bid') open.set(version, who)
        if (what === 'cancel' && newest !== undefined) open.delete(newest)
        // Each bid earns from one step to the next while it is open and its bidder has refused nothing.
        for (const [bid] of open)
          if (earning.has(bid)) expected.set(bid, [...(expected.get(bid) ?? []), timeOf(version)])
        if (what === 'store') return indexed(version, [], { tokenStores: [{ owner: who, acceptsTransfers: now }] })
        if (what === 'bid') return indexed(version, bidsOnV1(version, who).slice(0, 1))
        if (newest === undefined) return indexed(version, [])
        const base = { ...eventBase(version, 0, newest), offerId: address(`b${newest}`), buyer: who }
        return indexed(version, [{ ...base, kind: 'collection-offer-cancelled', remainingAmount: 1n }])
      })
      const end = timeOf(BigInt(steps.length + 1))
      const batches = transactions.reduce<(typeof transactions)[]>((made, each, at) => {
        if (at === 0 || steps[at]?.cuts === true) made.push([])
        made.at(-1)?.push(each)
        return made
      }, [])
      await stores.use(async (store) => {
        await insertRows(store, collections, [COLLECTION_V1])
        for (const batch of batches) await applyBatch(store.db, batchOf(batch))
        const spans = await store.db.selectFrom('market.offer_spans').selectAll().execute()
        for (const [bid] of [...transactions.entries()]) {
          const version = BigInt(bid + 1)
          const own = spans.filter(({ offer_id }) => offer_id === address(`b${version}`))
          const earned = own.flatMap(({ from_micros, to_micros }) => {
            const steps: bigint[] = []
            for (let at = from_micros; at < (to_micros ?? end); at += timeOf(1n) - timeOf(0n)) steps.push(at)
            return steps
          })
          expect(earned.toSorted()).toEqual(expected.get(version) ?? [])
        }
      })
    }),
    { seed: 20261123, numRuns: runs(20), examples: [[closedAndOpened]] },
  )
})

const COLLECTION_V1 = {
  ...{ collection_id: COLLECTION, creator_address: CREATOR, collection_name: 'Old', description: '', uri: '' },
  ...{ current_supply: 1n, max_supply: null, total_minted_v2: null, mutable_description: true, mutable_uri: true },
  ...{ table_handle_v1: null, token_standard: 'v1', collection_properties: null },
  ...{ last_transaction_version: 0n, last_transaction_timestamp: '2026-01-01 00:00:00' },
}

/** A bid on any token of the v1 collection, and one on a token of it. */
function bidsOnV1(version: bigint, buyer: Address): readonly MarketEvent[] {
  const terms = { buyer, expiresAtSeconds: null }
  return [
    {
      ...eventBase(version, 0, version),
      ...terms,
      kind: 'collection-offer-placed',
      offerId: address(`b${version}`),
      tokenAmount: 1n,
    },
    {
      ...{ ...eventBase(version, 1, version), ...terms, kind: 'token-offer-placed', offerId: address(`c${version}`) },
      token: { standard: 'v1', tokenDataId: TOKEN, tokenName: 'Old #1', propertyVersion: 0n },
    },
  ]
}
