import { applyRate, type Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { type KyselyPlugin, RawNode } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { tokenHolders } from '../../../schema/history.ts'
import { collectionOffers, tokenOffers } from '../../../schema/orders.ts'
import { royalties } from '../../../schema/tokens.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import type { PagedOfferRow } from './offers.ts'
import type { OfferCommission } from './offers-by-net.ts'
import { findOffersReceived } from './offers-received.ts'

const idOf = (letter: string) => `0x${letter.repeat(64)}`
const [COLLECTION, TOKEN, HOLDER, BIDDER] = [idOf('c'), idOf('1'), idOf('a'), idOf('b')]
const MARKETPLACES = ['bazaar', 'souk', 'unknown']

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  const held = { token_data_id: TOKEN, property_version: 0n, holder: HOLDER, collection_id: COLLECTION, amount: 1n }
  await insertRows(store, tokenHolders, [held])
})
afterAll(() => store[Symbol.asyncDispose]())

const anyRate: fc.Arbitrary<Rate> = fc.record({ numerator: fc.bigInt(0n, 12n), denominator: fc.bigInt(0n, 10n) })
const anyCharge = fc.record({ rate: anyRate, fixedOctas: fc.option(fc.bigInt(0n, 50n)) })
const anyCommission: fc.Arbitrary<OfferCommission> = fc.record({
  marketplace: fc.constantFrom('bazaar', 'souk'),
  fromMicros: fc.bigInt(0n, 3n),
  charges: fc.tuple(anyCharge, anyCharge),
})
const anyOffer = fc.record({
  isOnToken: fc.boolean(),
  marketplace: fc.constantFrom(...MARKETPLACES),
  price: fc.oneof(fc.bigInt(1n, 3n), fc.bigInt(1n, 99n)),
  placedAt: fc.bigInt(0n, 4n),
})
type AnyOffer = typeof anyOffer extends fc.Arbitrary<infer Offer> ? Offer : never

async function write(offers: readonly AnyOffer[], rates: readonly (Rate | null)[]): Promise<void> {
  await store.pool.query('truncate market.token_offers, market.collection_offers, chain.current_royalties')
  // Marketplaces count bids on tokens and bids on collections each from 1.
  const numberOf = (offer: AnyOffer, at: number) =>
    offers.slice(0, at).filter(({ isOnToken }) => isOnToken === offer.isOnToken).length + 1
  const rowOf = (offer: AnyOffer, at: number) => rowWith(offer, String(numberOf(offer, at)))
  const rowWith = ({ marketplace, price, placedAt }: AnyOffer, offer_id: string) => ({
    marketplace,
    offer_id,
    collection_id: COLLECTION,
    buyer: BIDDER,
    price_octas: price,
    expires_at_seconds: null,
    state: 'open',
    validity: 'valid',
    placed_version: 1n,
    placed_at_micros: placedAt,
    last_version: 1n,
    last_event_index: 0,
    last_at_micros: 1n,
  })
  const rows = offers.map((offer, at) => ({ offer, row: rowOf(offer, at) }))
  await insertRows(
    store,
    tokenOffers,
    rows.flatMap(({ offer, row }) =>
      offer.isOnToken ? [{ ...row, token_data_id: TOKEN, property_version: 0n, token_standard: 'v2' }] : [],
    ),
  )
  await insertRows(
    store,
    collectionOffers,
    rows.flatMap(({ offer, row }) =>
      offer.isOnToken ? [] : [{ ...row, wanted_amount: 1n, remaining_amount: 1n, is_pooled: false, set_root: null }],
    ),
  )
  await insertRows(
    store,
    royalties,
    [TOKEN, COLLECTION].flatMap((object_address, at) => {
      const rate = rates[at]
      return rate ? [{ object_address, payee_address: BIDDER, ...rate, last_transaction_version: 1n }] : []
    }),
  )
}

const placeOf = ({ sortValue: value, marketplace, offerId, tokenDataId }: PagedOfferRow) => {
  return { value, marketplace, offerId, isOnToken: tokenDataId !== null }
}

/** The net of an offer by the function that the answers use. */
function netOf(
  offer: PagedOfferRow,
  [ofToken, ofCollection]: readonly (Rate | null)[],
  commissions: readonly OfferCommission[],
) {
  const royalty = (offer.tokenDataId === null ? null : ofToken) ?? ofCollection ?? { numerator: 0n, denominator: 1n }
  const period = commissions
    .filter(({ marketplace, fromMicros }) => marketplace === offer.marketplace && fromMicros <= offer.placedAtMicros)
    .toSorted((one, other) => Number(one.fromMicros - other.fromMicros))
    .at(-1)
  const taken = (period?.charges ?? []).map(({ rate, fixedOctas }) => fixedOctas ?? applyRate(offer.priceOctas, rate))
  const least = taken.reduce((one, other) => (one < other ? one : other), taken[0] ?? 0n)
  return splitPrice(offer.priceOctas, { numerator: least, denominator: offer.priceOctas }, royalty).sellerOctas
}

// @feature portfolio.bids
it('orders received offers by what they leave the seller, page by page', async () => {
  const unique = fc.uniqueArray(anyCommission, {
    selector: (one) => `${one.marketplace} ${one.fromMicros}`,
    maxLength: 5,
  })
  const rates = fc.tuple(fc.option(anyRate), fc.option(anyRate))
  await fc.assert(
    fc.asyncProperty(fc.array(anyOffer, { maxLength: 8 }), rates, unique, async (offers, royaltyRates, commissions) => {
      await write(offers, royaltyRates)
      const page = { sortBy: 'net' as const, commissions, nowMicros: 1n }
      const all = await findOffersReceived(store, HOLDER, { ...page, take: 100 })
      expect(all).toHaveLength(offers.length)
      for (const offer of all) expect(offer.sortValue).toBe(netOf(offer, royaltyRates, commissions))
      expect(all.map(({ sortValue }) => sortValue)).toEqual(
        all.map(({ sortValue }) => sortValue).toSorted((one, other) => Number(other - one)),
      )
      const first = all.slice(0, 3)
      const last = first.at(-1)
      if (last === undefined) return
      const after = placeOf(last)
      expect(await findOffersReceived(store, HOLDER, { ...page, take: 100, after })).toEqual(all.slice(3))
      expect(await findOffersReceived(store, HOLDER, { ...page, take: 3 })).toEqual(first)
      expect(await findOffersReceived(store, HOLDER, { ...page, take: 2, after })).toEqual(all.slice(3, 5))
      expect(await findOffersReceived(store, HOLDER, { ...page, take: 2, offset: 2 })).toEqual(all.slice(2, 4))
    }),
    { numRuns: runs(25) },
  )
})

// @feature portfolio.bids
it('looks up no more royalties and commissions than a page has bids, however many it is chosen from', async () => {
  const bids = Array.from({ length: 500 }, (_, at) => ({
    isOnToken: at % 2 === 0,
    marketplace: MARKETPLACES[at % 3] ?? '',
    price: BigInt(1_000 + at),
    placedAt: 1n,
  }))
  const rate = { numerator: 1n, denominator: 10n }
  await write(bids, [null, rate])
  const others = Array.from({ length: 200 }, (_, at) => `0x${String(at).padStart(64, '0')}`)
  await insertRows(
    store,
    royalties,
    others.map((address) => ({
      object_address: address,
      payee_address: BIDDER,
      ...rate,
      last_transaction_version: 1n,
    })),
  )
  const commissions: readonly OfferCommission[] = [
    {
      marketplace: 'souk',
      fromMicros: 0n,
      charges: [
        { rate, fixedOctas: null },
        { rate, fixedOctas: null },
      ],
    },
  ]
  const TAKE = 20
  const after = { value: 900n, marketplace: 'souk', offerId: '1', isOnToken: true }
  for (const place of [{}, { after }]) {
    const plan = await planOf({ take: TAKE, sortBy: 'net', commissions, nowMicros: 1n, ...place })
    const reads = plan.filter(
      (node) => node['Relation Name'] === 'current_royalties' || node['Function Name'] === 'unnest',
    )
    expect(reads).not.toEqual([])
    for (const node of reads) expect(node['Actual Loops'], JSON.stringify(node)).toBeLessThanOrEqual(TAKE)
  }
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Function Name'?: string
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

/** Returns the nodes of the plans by which a page was found. */
async function planOf(page: Parameters<typeof findOffersReceived>[2]): Promise<readonly PlanNode[]> {
  await store.pool.query('analyze market.token_offers, market.collection_offers, chain.current_royalties')
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => RawNode.create(['explain (analyze, format json) ', ''], [node]),
    transformResult: async ({ result }) => result,
  }
  const rows: readonly unknown[] = await findOffersReceived({ db: store.db.withPlugin(explaining) }, HOLDER, page)
  const plans = rows as readonly { 'QUERY PLAN': [{ Plan: PlanNode }] }[]
  const nodesUnder = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesUnder)]
  return plans.flatMap(({ 'QUERY PLAN': [{ Plan: root }] }) => nodesUnder(root))
}
