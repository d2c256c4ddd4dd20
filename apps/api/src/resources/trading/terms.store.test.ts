import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { MARKETPLACES, nativeMarketplace } from '@opal/marketplaces/registry'
import { type ListingRow, listings } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { NO_LISTING_TERMS } from '@opal/store/testing/no-terms'
import { THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { askTrade, called, codes, nameOf } from '../../testing/ask-trade.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const APT = 100_000_000n
const [SELLER, OTHER] = [`0x${'5e'.repeat(32)}`, `0x${'1c'.repeat(32)}`]
const LISTING = `0x${'d'.repeat(64)}`
const NOW = TEST_NOW_MICROS / 1_000_000n
const marketplace = nativeMarketplace.id
const others = MARKETPLACES.filter(({ id }) => id !== marketplace).map(({ id }) => id)
let api: TestApi
beforeEach(async () => {
  await api?.[Symbol.asyncDispose]()
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => (await api.server.inject({ url })).json()

/** Replaces the listings of a token by one on terms. */
async function listed(change: Partial<ListingRow>): Promise<void> {
  await api.store.db.deleteFrom('market.listings').where('token_data_id', '=', THIRD_TOKEN).execute()
  await insertRows(api.store, listings, [
    {
      marketplace,
      listing_id: LISTING,
      token_data_id: THIRD_TOKEN,
      property_version: 0n,
      token_standard: 'v2',
      collection_id: EXAMPLE.collectionId,
      seller: SELLER,
      price_octas: 2n * APT,
      ...NO_LISTING_TERMS,
      state: 'open',
      validity: 'valid',
      placed_version: 95n,
      placed_at_micros: TEST_NOW_MICROS - 60_000_000n,
      last_version: 95n,
      last_event_index: 0,
      last_at_micros: TEST_NOW_MICROS - 60_000_000n,
      ...change,
    },
  ])
}

const buy = (walletAddress: string) =>
  askTrade(api, 'collection/nfts/buy', { walletAddress, items: [{ tokenDataId: THIRD_TOKEN }] })

const list = (price: bigint, terms: object, more: object = {}) =>
  askTrade(api, 'collection/nfts/list', {
    walletAddress: EXAMPLE.owner,
    items: [{ tokenDataId: EXAMPLE.tokenDataId, price: String(price), ...more }],
    terms,
  })

describe('buying', () => {
  // @feature orders.terms
  it('a reserved listing is for its buyer alone', async () => {
    await listed({ validity: 'reserved', reserved_for: EXAMPLE.buyer })
    const own = await buy(EXAMPLE.buyer)
    expect(codes(own)).toEqual([null])
    expect(called(own)?.functionArguments[0]).toBe(LISTING)
    expect(codes(await buy(OTHER))).toEqual(['listing-reserved'])
  })

  it('an expired listing is refused in words', async () => {
    await listed({ validity: 'expired', expires_at_seconds: NOW - 1n })
    expect(codes(await buy(EXAMPLE.buyer))).toEqual(['listing-expired'])
  })

  it('a falling listing costs what it costs now, at most', async () => {
    const fall = { start_price_octas: 4n * APT, end_price_octas: APT, falls_from_seconds: NOW - 600n }
    await listed({ ...fall, falls_until_seconds: NOW + 300n, next_change_seconds: NOW + 40n })
    const answer = await buy(EXAMPLE.buyer)
    expect(answer.items).toMatchObject([{ priceOctas: String(2n * APT), reason: null }])
    expect(answer.split.priceOctas).toBe(String(2n * APT))
    expect(answer.priceGuard).not.toBe('none')
  })
})

// @feature orders.terms
it('the token shows a listing’s terms, and the seller’s expired one is stale', async () => {
  await listed({
    validity: 'expired',
    reserved_for: EXAMPLE.buyer,
    expires_at_seconds: NOW - 1n,
    least_octas: APT,
    start_price_octas: 4n * APT,
    end_price_octas: APT,
    falls_from_seconds: NOW - 600n,
    falls_until_seconds: NOW,
  })
  const { listings: shown } = await get(`/api/collection/nfts/${THIRD_TOKEN}`)
  expect(shown).toMatchObject([
    {
      listingId: LISTING,
      validity: 'expired',
      terms: {
        startPrice: String(4n * APT),
        endPrice: String(APT),
        fallsUntilSeconds: String(NOW),
        expiresAtSeconds: String(NOW - 1n),
        reservedFor: EXAMPLE.buyer,
        leastProceeds: String(APT),
      },
    },
  ])
  const { data } = await get(`/data/user/orders/stale/${SELLER}`)
  expect(data).toMatchObject([
    { orderId: LISTING, expiresAtSeconds: String(NOW - 1n), issues: [{ code: 'expired', risk: 'low' }] },
  ])
})

describe('listing', () => {
  beforeEach(() => api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute())

  // @feature list.terms
  it('is built with every term', async () => {
    const fall = { endPrice: String(APT), fromSeconds: String(NOW), untilSeconds: String(NOW + 3_600n) }
    const expiresAtSeconds = String(NOW + 7_200n)
    const answer = await list(4n * APT, { fall, expiresAtSeconds, reservedFor: OTHER, leastProceeds: '5' })
    expect(codes(answer)).toEqual([null])
    expect(nameOf(answer)).toBe('coin_listing::init_with_terms_many_for_at_least')
    expect(called(answer)?.functionArguments.slice(2)).toEqual([
      [String(4n * APT)],
      [String(APT)],
      String(NOW),
      String(NOW + 3_600n),
      expiresAtSeconds,
      OTHER,
      ['5'],
      [answer.split.sellerOctas],
    ])
  })

  // @feature list.terms
  it.each([
    ['an end in the past', { expiresAtSeconds: String(NOW) }, {}, 'expiry-past'],
    ['a fall that does not fall', { fall: fallTo(4n * APT, NOW + 60n) }, {}, 'end-price-too-high'],
    ['a fall that is over', { fall: fallTo(APT, NOW) }, {}, 'expiry-past'],
    [
      'a fall that has left its first step',
      { fall: { ...fallTo(APT, NOW + 60n), fromSeconds: String(NOW - 61n) } },
      {},
      'fall-begun',
    ],
    ['a fall below the least price', { fall: fallTo(1n, NOW + 60n) }, {}, 'price-too-low'],
  ])('refuses %s', async (_, terms, more, code) => {
    const answer = await list(4n * APT, terms, more)
    expect(codes(answer)).toEqual([code])
    expect(answer.payload).toBeNull()
  })
})

describe('editing', () => {
  const edit = (price: bigint, terms?: object, walletAddress = SELLER) =>
    askTrade(api, 'collection/nfts/update-price', {
      walletAddress,
      items: [{ tokenDataId: THIRD_TOKEN, price: String(price) }],
      ...(terms !== undefined && { terms }),
    })

  // @feature list.edit-terms
  it.each([
    ['valid', {}],
    ['reserved', { reserved_for: OTHER }],
    ['expired', { expires_at_seconds: NOW - 1n }],
  ] as const)('replaces every term of a listing that is %s', async (validity, change) => {
    await listed({ validity, ...change })
    const fall = { endPrice: String(APT), fromSeconds: String(NOW), untilSeconds: String(NOW + 3_600n) }
    const answer = await edit(4n * APT, { fall, expiresAtSeconds: String(NOW + 7_200n), leastProceeds: '5' })
    expect(codes(answer)).toEqual([null])
    expect(nameOf(answer)).toBe('coin_listing::update_terms_many')
    expect(called(answer)?.functionArguments).toEqual([
      [LISTING],
      [String(4n * APT)],
      [String(APT)],
      String(NOW),
      String(NOW + 3_600n),
      String(NOW + 7_200n),
      '0x0000000000000000000000000000000000000000000000000000000000000000',
      ['5'],
    ])
  })

  // @feature list.edit-terms
  it('takes all terms off with none, and changes the price alone where none are named', async () => {
    await listed({ validity: 'reserved', reserved_for: OTHER })
    const none = await edit(4n * APT, {})
    expect(nameOf(none)).toBe('coin_listing::update_terms_many')
    expect(called(none)?.functionArguments.slice(2)).toEqual([
      [String(4n * APT)],
      '0',
      '0',
      '0',
      '0x0000000000000000000000000000000000000000000000000000000000000000',
      ['0'],
    ])
    expect(nameOf(await edit(4n * APT))).toBe('coin_listing::update_fixed_price')
  })

  // @feature list.edit-terms
  it.each([
    ['an end in the past', { expiresAtSeconds: String(NOW) }, 'expiry-past'],
    ['a fall that does not fall', { fall: fallTo(4n * APT, NOW + 60n) }, 'end-price-too-high'],
    ['a fall that is over', { fall: fallTo(APT, NOW) }, 'expiry-past'],
    ['a price alone once it has expired', undefined, 'listing-expired'],
  ])('refuses %s', async (_, terms, code) => {
    await listed({ validity: 'expired', expires_at_seconds: NOW - 1n })
    const answer = await edit(4n * APT, terms)
    expect(codes(answer)).toEqual([code])
    expect(answer.payload).toBeNull()
  })

  // @feature list.edit-terms
  it('is its seller’s alone', async () => {
    await listed({})
    expect(codes(await edit(4n * APT, {}, EXAMPLE.owner))).toEqual(['not-owner'])
  })

  // @feature list.edit-terms
  it.each(others)('refuses terms of a listing at %s', async (other) => {
    await listed({ marketplace: other })
    const answer = await edit(4n * APT, { expiresAtSeconds: String(NOW + 60n) })
    expect(['not-offered', 'marketplace-closed']).toContain(codes(answer).join())
    expect(answer.payload).toBeNull()
  })
})

// @feature list.terms
it.each(others)('refuses terms at %s', async (other) => {
  const answer = await list(4n * APT, { expiresAtSeconds: String(NOW + 60n) }, { marketplace: other })
  expect(['not-offered', 'marketplace-closed']).toContain(codes(answer).join())
  expect(answer.payload).toBeNull()
})

function fallTo(end: bigint, until: bigint) {
  return { endPrice: String(end), fromSeconds: String(NOW - 60n), untilSeconds: String(until) }
}
