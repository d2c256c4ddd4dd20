import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collections } from '../../../schema/tokens.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { applyBatch } from '../../apply-batch.ts'
import { settleNextBidder } from '../../stats/settle-bidders.ts'
import { emptyStores, NATIVE } from '../../testing/empty-stores.ts'
import { address, batchOf, COLLECTION_V1, eventBase, indexed, timeOf } from '../../testing/market-story.ts'
import { OFFERS, readBids } from '../../testing/offer-rows.ts'

const stores = emptyStores()
const [ANNA, BEN, TOKEN] = [address('f0'), address('f1'), address('a0')]

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
          expect((await readBids(store)).validity).toEqual(expected)
          const onToken = await store.db
            .selectFrom('market.token_offers')
            .select('validity')
            .orderBy('price_octas')
            .execute()
          expect(onToken.map((row) => row.validity)).toEqual(expected)
          const open = bids.filter((_, index) => expected[index] === 'valid').map(({ price }) => price)
          if (bids.length > 0) expect((await readBids(store)).top).toBe(open.at(-1) ?? null)
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
      ...eventBase(version, 1, version),
      ...terms,
      kind: 'token-offer-placed',
      offerId: address(`c${version}`),
      token: { standard: 'v1', tokenDataId: TOKEN, tokenName: 'Old #1', propertyVersion: 0n },
    },
  ]
}

/** More offers of one bidder than turn in one batch. */
const MANY = 130

const switches = fc.array(fc.record({ accepts: fc.boolean(), parts: fc.nat({ max: 6 }) }), {
  minLength: 1,
  maxLength: 6,
})

test.each(['token_offers', 'collection_offers'] as const)(
  'many offers of a bidder who closes and opens the account again and again turn in parts, and are right in the end: %s',
  async (table) => {
    const [columns, values] = OFFERS[table]
    await fc.assert(
      fc.asyncProperty(switches, async (made) => {
        await stores.use(async (store) => {
          await store.pool.query(
            `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
              token_standard, last_transaction_version, last_transaction_timestamp)
              select 'c' || n, 'x', 'n', '', '', 0, 'v1', 1, '2026-01-01' from generate_series(1, ${MANY}) n`,
          )
          await store.pool.query(
            `insert into market.${table} (${columns}, marketplace, collection_id, buyer, price_octas, state, validity,
              placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
              select ${values}, $2, 'c' || n, $1, 5, 'open', 'valid', 1, 1, 1, 0, 1 from generate_series(1, ${MANY}) n`,
            [BEN, NATIVE.marketplace],
          )
          const countRefused = async () =>
            (await store.pool.query(`select from market.${table} where validity = 'bidder-refuses'`)).rowCount ?? 0
          const turn = async (version: bigint, acceptsTransfers: boolean) => {
            const tokenStores = [{ owner: BEN, acceptsTransfers }]
            await applyBatch(store.db, batchOf([indexed(version, [], { tokenStores })]))
          }
          const drain = async () => {
            while (await settleNextBidder(store.db));
          }
          // Collection offers are folded again, in parts, when their bidder closes the account for the first time.
          for (const version of [96n, 97n, 98n, 99n]) {
            await turn(version, version % 2n === 1n)
            await drain()
          }
          for (const [at, { accepts, parts }] of made.entries()) {
            const before = await countRefused()
            await turn(100n + BigInt(at), accepts)
            // Where few are left to turn, they turn with the batch.
            if (Math.abs((accepts ? 0 : MANY) - before) > 20) expect(await countRefused()).toBe(before)
            for (let part = 0; part < parts; part += 1) {
              const refused = await countRefused()
              await settleNextBidder(store.db)
              expect(Math.abs((await countRefused()) - refused)).toBeLessThanOrEqual(50)
            }
          }
          await drain()
          const isOpen = made.at(-1)?.accepts === true
          expect(await countRefused()).toBe(isOpen ? 0 : MANY)
          const stats = await store.db.selectFrom('market.collection_stats').select('top_bid_octas').execute()
          const top = table === 'collection_offers' && isOpen ? 5n : null
          expect(stats.filter((row) => row.top_bid_octas !== top)).toEqual([])
          expect(stats).toHaveLength(MANY)
        })
      }),
      { numRuns: runs(3) },
    )
  },
)

test('however many bidders one batch turns, it changes a bounded number of offers, and all are right in the end', async () => {
  await stores.use(async (store) => {
    const [wallets, each] = [30, 20]
    const walletOf = (at: number) => address(`f0${at.toString(16).padStart(2, '0')}`)
    await store.pool.query(
      `insert into market.token_offers (${OFFERS.token_offers[0]}, marketplace, collection_id, buyer, price_octas, state, validity,
        placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
        select ${OFFERS.token_offers[1]}, $2, 'c' || n, ($1::text[])[1 + n % $3::int], 5, 'open', 'valid', 1, 1, 1, 0, 1
        from generate_series(1, $4::int) n`,
      [Array.from({ length: wallets }, (_, at) => walletOf(at)), NATIVE.marketplace, wallets, wallets * each],
    )
    const countRefused = async () =>
      (await store.pool.query(`select from market.token_offers where validity = 'bidder-refuses'`)).rowCount ?? 0
    const tokenStores = Array.from({ length: wallets }, (_, at) => ({ owner: walletOf(at), acceptsTransfers: false }))
    await applyBatch(store.db, batchOf([indexed(99n, [], { tokenStores })]))
    expect(await countRefused()).toBeGreaterThan(0)
    expect(await countRefused()).toBeLessThanOrEqual(20)
    while (await settleNextBidder(store.db));
    expect(await countRefused()).toBe(wallets * each)
  })
})
