import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readCollectionHeads } from '../collections/read-collections.ts'
import { readHeldCosts, readHeldLots } from './held-editions.ts'
import { findHeldTokens } from './held-tokens.ts'
import { readNewestLots } from './lots.ts'
import { findMostValuable } from './most-valuable.ts'
import { readPortfolio, readWalletHoldings } from './portfolio.ts'
import { findPortfolioCollections } from './portfolio-collections.ts'

const WALLET = '0xa'
const IDS = ['c1', 'c2', 'c3', 'c4'] as const
/** Items of each collection that the wallet holds. */
const HELD = 2n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await store.pool.query(`
    insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, token_standard,
        current_supply, last_transaction_version, last_transaction_timestamp)
      select 'c' || n, '0xc', 'C' || n, '', '', 'v2', 2, 1, now() from generate_series(1, ${IDS.length}) n;
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 't' || n, 0, '${WALLET}', 'c' || n, ${HELD} from generate_series(1, ${IDS.length}) n;
    insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, cost_octas, is_in_transit)
      select '${WALLET}', 't' || n, 0, n, 0, 'c' || n, ${HELD}, 'listing', n, 1, false from generate_series(1, ${IDS.length}) n`)
})
afterAll(() => store[Symbol.asyncDispose]())

interface Market {
  readonly floor: bigint | null
  readonly topBid: bigint | null
  readonly lastSale: bigint | null
  /** The most that a seller has received. */
  readonly proceeds: bigint | null
}

/** Octas of few digits, so that the bounds are met, and of many. */
const octas = fc.option(fc.oneof(fc.bigInt(0n, 12n), fc.bigInt(0n, 10n ** 15n)), { freq: 3 })
const market: fc.Arbitrary<Market> = fc.record({ floor: octas, topBid: octas, lastSale: octas, proceeds: octas })
const markets = fc.array(market, { minLength: IDS.length, maxLength: IDS.length })

async function setMarkets(all: readonly Market[]): Promise<void> {
  await store.pool.query('delete from market.collection_stats')
  for (const [at, { floor, topBid, lastSale, proceeds }] of all.entries())
    await store.pool.query(
      `insert into market.collection_stats (collection_id, floor_octas, top_bid_octas, last_sale_octas, best_proceeds_octas, sales_all, last_version)
        values ($1, $2, $3, $4, $5, 1, 1)`,
      [IDS[at], floor, topBid, lastSale, proceeds],
    )
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const most = (one: bigint, other: bigint) => (one > other ? one : other)

/**
 * As the product's rule says it: at the floor, but for no more than five times the last sale or the top bid, or at the top bid, which counts for
 * what a seller has received.
 */
function estimateOf({ floor, topBid, lastSale, proceeds }: Market): bigint | null {
  const bid = topBid === null || proceeds === null ? null : least(topBid, proceeds)
  const supported = floor === null || lastSale === null ? null : least(floor, 5n * most(lastSale, bid ?? 0n))
  return supported === null || bid === null ? (supported ?? bid) : most(supported, bid)
}

// @feature portfolio.estimate
describe('an item', () => {
  it('is estimated by floor, top bid and sales, alike wherever it is shown or sorted', async () => {
    await fc.assert(
      fc.asyncProperty(markets, async (all) => {
        await setMarkets(all)
        const each = new Map(all.map((market, at) => [IDS[at] as string, estimateOf(market)]))
        const values = [...each.values()].map((value) => value ?? 0n)
        const sum = values.reduce((total, value) => total + value * HELD, 0n)
        expect(await readPortfolio(store, WALLET)).toMatchObject({ estimateOctas: sum, knownCostEstimateOctas: sum })
        const heads = await readCollectionHeads(store, IDS)
        expect(new Map(heads.map((head) => [head.collectionId, head.estimateOctas]))).toEqual(each)
        const holdings = await readWalletHoldings(store, WALLET, { take: 9 })
        expect(holdings.map((one) => [one.collectionId, one.estimateOctas])).toEqual(
          [...each].map(([id, value]) => [id, value === null ? null : HELD * value]),
        )
        const collections = await findPortfolioCollections(store, { holder: WALLET }, { take: 9 })
        expect(collections.map((one) => one.valueOctas)).toEqual(
          collections.map(({ collectionId }) => HELD * (each.get(collectionId) ?? 0n)),
        )
        const lots = await readNewestLots(store, { wallet: WALLET, state: 'held' }, { take: 9 })
        expect(lots.map((lot) => lot.estimateOctas)).toEqual(
          lots.map(({ collectionId }) => HELD * (each.get(collectionId ?? '') ?? 0n)),
        )
        const page = { order: 'value', descending: true, take: 9 } as const
        const held = await findHeldTokens(store, { holder: WALLET }, page)
        const { tokens } = await findMostValuable(store, [WALLET], { take: 9 })
        for (const found of [held, tokens])
          expect(found.map(({ collectionId, value }) => [collectionId, BigInt(value)])).toEqual(
            found.map(({ collectionId }) => [collectionId, each.get(collectionId) ?? -1n]),
          )
      }),
      { numRuns: runs(40) },
    )
  })

  it('is worth its floor where a fifth of it is bid, however little anyone has sold another item for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 10n ** 15n), fc.bigInt(0n, 10n ** 15n), async (topBid, lastSale) => {
        const floor = topBid * 5n
        await setMarkets(IDS.map(() => ({ floor, topBid, lastSale, proceeds: topBid })))
        const { estimateOctas } = await readPortfolio(store, WALLET)
        expect(estimateOctas).toBe(BigInt(IDS.length) * HELD * floor)
      }),
      { numRuns: runs(20) },
    )
  })

  it('that was never sold is worth nothing, whatever anyone asks or bids', async () => {
    await fc.assert(
      fc.asyncProperty(octas, octas, async (floor, topBid) => {
        await setMarkets(IDS.map(() => ({ floor, topBid, lastSale: null, proceeds: null })))
        expect((await readPortfolio(store, WALLET)).estimateOctas).toBe(0n)
      }),
      { numRuns: runs(20) },
    )
  })

  it('without a listing is worth no more than a seller has ever received for one, whatever is bid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(0n, 10n ** 19n), fc.bigInt(0n, 10n ** 15n), async (topBid, proceeds) => {
        await setMarkets(IDS.map(() => ({ floor: null, topBid, lastSale: proceeds, proceeds })))
        const { estimateOctas } = await readPortfolio(store, WALLET)
        expect(estimateOctas).toBe(BigInt(IDS.length) * HELD * least(topBid, proceeds))
      }),
      { numRuns: runs(20) },
    )
  })

  it('counts as one of a thousand for each sale, whatever number of an edition anyone sends', async () => {
    const [id = '', ...others] = IDS
    const setHeld = (items: bigint) =>
      store.pool.query(`
        update market.lots set amount = ${items} where collection_id = '${id}';
        update market.token_holders set amount = ${items} where collection_id = '${id}'`)
    const number = fc.oneof(fc.bigInt(1n, 9_999n), fc.bigInt(1n, 2n ** 64n - 1n))
    try {
      await fc.assert(
        fc.asyncProperty(number, fc.bigInt(1n, 12n), octas, async (items, sales, topBid) => {
          await setHeld(items)
          await setMarkets([id, ...others].map(() => ({ floor: null, topBid, lastSale: 1n, proceeds: topBid })))
          await store.pool.query(`update market.collection_stats set sales_all = ${sales}`)
          const value = least(items, 1_000n * sales) * (topBid ?? 0n)
          const sum = value + BigInt(others.length) * HELD * (topBid ?? 0n)
          expect(await readPortfolio(store, WALLET)).toMatchObject({ estimateOctas: sum, knownCostEstimateOctas: sum })
          const filter = { holder: WALLET, collectionIds: [id] }
          expect(await findPortfolioCollections(store, filter, { take: 9 })).toMatchObject([{ valueOctas: value }])
          const lots = await readNewestLots(store, { wallet: WALLET, state: 'held', collectionId: id }, { take: 9 })
          expect(lots).toMatchObject([{ estimateOctas: value }])
          const [holding] = await readWalletHoldings(store, WALLET, { take: 9 })
          expect(holding).toMatchObject({ collectionId: id, estimateOctas: topBid === null ? null : value })
        }),
        { numRuns: runs(40) },
      )
    } finally {
      await setHeld(HELD)
    }
  })

  it('has its share of the items that count: the parts of a collection are worth what the whole is', async () => {
    const [id = ''] = IDS
    const wallet = '0xb'
    const hold = (parts: readonly Part[]) =>
      store.pool.query(
        `with held as (
          insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
              acquired_at_micros, cost_octas, is_in_transit)
            select $1, 'p' || n, 0, n, 0, $2, amount, 'listing', n, case when is_known then 1 end, false
            from unnest($3::numeric[], $4::boolean[]) with ordinality as part (amount, is_known, n) returning *
        ) insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
          select token_data_id, 0, wallet, collection_id, amount from held`,
        [wallet, id, parts.map(({ amount }) => String(amount)), parts.map(({ isKnown }) => isKnown)],
      )
    const parts = fc.array(part, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(parts, fc.bigInt(1n, 9n), market, async (held, sales, one) => {
        await store.pool.query(`
          delete from market.lots where wallet = '${wallet}'; delete from market.token_holders where holder = '${wallet}'`)
        await hold(held)
        await setMarkets([one])
        await store.pool.query(`update market.collection_stats set sales_all = ${sales}`)
        const items = held.reduce((sum, { amount }) => sum + amount, 0n)
        const whole = least(items, 1_000n * sales) * (estimateOf(one) ?? 0n)
        const { estimateOctas, knownCostEstimateOctas } = await readPortfolio(store, wallet)
        expect(estimateOctas).toBe(whole)
        const lots = await readNewestLots(store, { wallet, state: 'held' }, { take: 9 })
        const editions = held.map((_, at) => ({ holder: wallet, tokenDataId: `p${at + 1}`, propertyVersion: 0n }))
        expectParts(lots, whole)
        expectParts(await readWalletHoldings(store, wallet, { take: 9 }), whole)
        const heldLots = await readHeldLots(store, editions)
        expectParts(heldLots, whole)
        const costsOf = (rows: readonly { readonly tokenDataId: string; readonly costOctas: bigint | null }[]) =>
          new Map(rows.map(({ tokenDataId, costOctas }) => [tokenDataId, costOctas]))
        expect(costsOf(await readHeldCosts(store, editions))).toEqual(costsOf(heldLots))
        expectParts(
          lots.filter(({ costOctas }) => costOctas !== null),
          knownCostEstimateOctas,
        )
      }),
      { numRuns: runs(40) },
    )
  })
})

/** Some items of one edition, and whether their cost is known. */
interface Part {
  readonly amount: bigint
  readonly isKnown: boolean
}

const part: fc.Arbitrary<Part> = fc.record({
  amount: fc.oneof(fc.bigInt(1n, 3_000n), fc.bigInt(1n, 2n ** 64n - 1n)),
  isKnown: fc.boolean(),
})

/** Expects the estimates of all parts to add up to that of the whole. Each of them is rounded down to an octa. */
function expectParts(parts: readonly { readonly estimateOctas: bigint | null }[], whole: bigint): void {
  const sum = parts.reduce((total, { estimateOctas }) => total + (estimateOctas ?? 0n), 0n)
  expect(sum).toBeLessThanOrEqual(whole)
  expect(whole - sum).toBeLessThanOrEqual(BigInt(parts.length))
}
