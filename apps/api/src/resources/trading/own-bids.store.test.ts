import { EXAMPLE, EXAMPLE_SET } from '@opal/contract/shapes/example-ids'
import { runs } from '@opal/domain/testing/effort/config'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { collectionOffers, tokenOffers } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { QUIET_COLLECTION, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTrade } from '../../testing/ask-trade.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const NOW = TEST_NOW_MICROS / 1_000_000n
const APT = 100_000_000n
const SELLER = EXAMPLE.owner
const item = { tokenDataId: EXAMPLE.tokenDataId }
const listed = { tokenDataId: EXAMPLE.listedTokenDataId }
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => void (await takeBidsAway()))

const takeBidsAway = () =>
  api.store.pool.query(`
    delete from market.collection_offers where offer_id like 'bid %';
    delete from market.token_offers where offer_id like 'bid %'`)

/** The subject of a bid: the listed token could be sold into the first three. */
const PLACES = ['token', 'collection', 'set', 'other token', 'other edition', 'other collection', 'other set'] as const

interface Bid {
  readonly on: (typeof PLACES)[number]
  readonly priceOctas: bigint
  readonly isOwn: boolean
  /** Whether someone could sell into it now. */
  readonly state: 'valid' | 'on a closed marketplace' | 'expired' | 'canceled' | 'empty'
}

const isTakeable = ({ state }: Bid) => state === 'valid' || state === 'on a closed marketplace'

async function place(bids: readonly Bid[]): Promise<void> {
  const rows = bids.map((bid, at) => {
    const { isOwn, priceOctas, state } = bid
    return {
      bid,
      row: {
        marketplace: nativeMarketplace.id,
        offer_id: `bid ${at}`,
        buyer: isOwn ? SELLER : EXAMPLE.buyer,
        price_octas: priceOctas,
        collection_id: bid.on === 'other collection' ? QUIET_COLLECTION : EXAMPLE.collectionId,
        expires_at_seconds: state === 'expired' ? NOW : NOW + 60n,
        state: state === 'canceled' ? 'cancelled' : 'open',
        validity: state === 'on a closed marketplace' ? 'marketplace-closed' : 'valid',
        placed_version: 90n,
        placed_at_micros: TEST_NOW_MICROS - 60_000_000n,
        last_version: 90n,
        last_event_index: 0,
        last_at_micros: TEST_NOW_MICROS - 60_000_000n,
      },
    }
  })
  const isOnToken = ({ bid: { on } }: (typeof rows)[number]) =>
    on === 'token' || on === 'other token' || on === 'other edition'
  await insertRows(
    api.store,
    tokenOffers,
    rows.filter(isOnToken).map(({ bid: { on, state }, row }) => ({
      ...row,
      state: state === 'empty' ? 'filled' : row.state,
      token_data_id: on === 'other token' ? THIRD_TOKEN : item.tokenDataId,
      property_version: on === 'other edition' ? 1n : 0n,
      token_standard: 'v2',
    })),
  )
  await insertRows(
    api.store,
    collectionOffers,
    rows
      .filter((one) => !isOnToken(one))
      .map(({ bid: { on, state }, row }) => ({
        ...row,
        wanted_amount: 2n,
        remaining_amount: state === 'empty' ? 0n : 1n,
        is_pooled: on === 'set' || on === 'other set',
        set_root: on === 'set' ? EXAMPLE_SET.root : on === 'other set' ? 'ab'.repeat(32) : null,
      })),
  )
}

const ask = (call: 'list' | 'update-price' | 'list-and-update', items: readonly object[], more: object = {}) =>
  askTrade(api, `collection/nfts/${call}`, { walletAddress: SELLER, items, ...more })

const list = async (priceOctas: bigint, more: object = {}) =>
  (await ask('list', [{ ...item, price: String(priceOctas) }], more)).warning?.code ?? null

// @feature list.own-bid
describe('what a seller bids more for than they ask', () => {
  const bid: fc.Arbitrary<Bid> = fc.record({
    on: fc.constantFrom(...PLACES),
    priceOctas: fc.bigInt(1n, 4n).map((apt) => apt * APT),
    isOwn: fc.boolean(),
    state: fc.constantFrom('valid', 'valid', 'on a closed marketplace', 'expired', 'canceled', 'empty'),
  })

  it('has a warning, whatever the bid is on that the item could be sold into now', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(bid, { maxLength: 6 }), fc.bigInt(1n, 4n), async (bids, apt) => {
          await place(bids)
          const fits = (one: Bid) => one.isOwn && isTakeable(one) && PLACES.indexOf(one.on) < 3
          const isBelow = bids.some((one) => fits(one) && one.priceOctas > apt * APT)
          expect(await list(apt * APT)).toBe(isBelow ? 'own-bid' : null)
        })
        .afterEach(async () => void (await takeBidsAway())),
      { numRuns: runs(60) },
    )
  })

  const own = { on: 'collection', priceOctas: 2n * APT, isOwn: true, state: 'valid' } as const

  it('counts at the price to the octa, and at the lowest that it falls to', async () => {
    await place([own])
    expect([await list(2n * APT), await list(2n * APT - 1n)]).toEqual([null, 'own-bid'])
    const fall = (endPrice: bigint) => {
      const times = { fromSeconds: String(NOW + 600n), untilSeconds: String(NOW + 6_000n) }
      return { terms: { fall: { endPrice: String(endPrice), ...times } } }
    }
    expect([await list(3n * APT, fall(2n * APT)), await list(3n * APT, fall(2n * APT - 1n))]).toEqual([null, 'own-bid'])
  })

  it('has none where one buyer alone can take it, by new terms or by those that a listing keeps', async () => {
    await place([own])
    const reprice = async () => (await ask('update-price', [{ ...listed, price: String(APT) }])).warning?.code ?? null
    expect(await list(APT, { terms: { reservedFor: EXAMPLE.buyer } })).toBeNull()
    expect(await reprice()).toBe('own-bid')
    const reserve = (buyer: string | null) =>
      api.store.pool.query(`update market.listings set reserved_for = $1 where token_data_id = $2`, [
        buyer,
        listed.tokenDataId,
      ])
    await reserve(EXAMPLE.buyer)
    expect(await reprice()).toBeNull()
    await reserve(null)
  })

  it('is counted among several, without those that cannot be listed', async () => {
    await place([own])
    const price = String(APT)
    const { warning, items } = await ask('list-and-update', [
      { ...item, price },
      { ...listed, price },
      { tokenDataId: THIRD_TOKEN, price },
    ])
    expect(items.map(({ reason }) => reason?.code ?? null)).toEqual([null, null, 'not-owner'])
    expect(warning?.sentence).toContain('for 2 of these items')
  })
})
