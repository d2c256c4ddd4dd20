import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTrade, called, codes, nameOf } from '../../testing/ask-trade.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const SEEDED_OFFER = `0x${'4'.repeat(64)}`
const TOKEN_OFFER = `0x${'5'.repeat(64)}`
const STRANGER = `0x${'5e'.repeat(32)}`
const NOW_SECONDS = TEST_NOW_MICROS / 1_000_000n
const native = nativeMarketplace.id
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const ask = (path: string, payload: object) => askTrade(api, `collection/${path}`, payload)

describe('a bid on a collection', () => {
  const request = { walletAddress: STRANGER, collectionId: EXAMPLE.collectionId, price: '120000000', size: 3 }
  const bid = (changes: object = {}) =>
    ask('bid', { ...request, expirationTime: String(NOW_SECONDS + 60n), ...changes })

  it('locks price times size, and says what would be left', async () => {
    const answer = await bid()
    expect(nameOf(answer)).toBe('collection_offer::init_for_tokenv2_entry')
    expect(called(answer)?.functionArguments.slice(2)).toEqual(['120000000', '3', String(NOW_SECONDS + 60n)])
    expect(answer.split).toMatchObject({
      priceOctas: '360000000',
      totalOctas: '360001200',
      receivedOctas: '0',
      balanceAfterOctas: '9639999300',
    })
    expect(answer.items).toMatchObject([{ tokenDataId: null, collectionId: EXAMPLE.collectionId, quantity: '3' }])
  })

  it('is refused in the product’s words', async () => {
    const sentences = await Promise.all(
      [{ price: '99999' }, { price: '200000000' }, { expirationTime: String(NOW_SECONDS) }].map(
        async (changes) => (await bid(changes)).items[0]?.reason?.sentence,
      ),
    )
    expect(sentences).toEqual([
      'Offer Price cannot be below than 0.001 ',
      'Should be less than floor price',
      'That date has passed.',
    ])
    expect((await bid({ marketplace: 'nowhere' })).items[0]?.reason?.code).toBe('marketplace-closed')
    expect((await bid({ price: '199999999' })).items[0]?.reason).toBeNull()
  })

  // @feature bid.size
  it('of no tokens, of a fraction, or on no collection is a bad request', async () => {
    const status = async (changes: object) =>
      (
        await api.server.inject({
          method: 'POST',
          url: '/api/collection/bid',
          payload: { ...request, expirationTime: '9999999999', ...changes },
        })
      ).statusCode
    expect(await status({ size: 0 })).toBe(400)
    expect(await status({ size: 1.5 })).toBe(400)
    expect(await status({ price: '-1' })).toBe(400)
    expect(await status({ collectionId: '0xff' })).toBe(404)
  })
})

it.each([
  ['milliseconds', String(NOW_SECONDS * 1_000n)],
  ['what does not fit in 64 bits', String(1n << 64n)],
])('a bid that ends at %s is a bad request, on a token and on a collection', async (_, expirationTime) => {
  const bids = {
    '/api/collection/bid': { walletAddress: STRANGER, collectionId: EXAMPLE.collectionId, price: '120000000', size: 1 },
    '/api/collection/bid/nft': { walletAddress: STRANGER, tokenDataId: EXAMPLE.tokenDataId, price: '120000000' },
  }
  for (const [url, bid] of Object.entries(bids)) {
    const send = async (end: string) =>
      (await api.server.inject({ method: 'POST', url, payload: { ...bid, expirationTime: end } })).statusCode
    expect([await send(expirationTime), await send(String(NOW_SECONDS + 60n))], url).toEqual([400, 200])
  }
})

describe('a bid on a token', () => {
  const request = { walletAddress: STRANGER, tokenDataId: EXAMPLE.tokenDataId, price: '120000000' }
  const bid = (changes: object = {}) =>
    ask('bid/nft', { ...request, expirationTime: String(NOW_SECONDS + 60n), ...changes })

  it('is a call of the marketplace', async () => {
    const answer = await bid()
    expect(nameOf(answer)).toBe('token_offer::init_for_tokenv2_entry')
    expect(answer.split.totalOctas).toBe('120001200')
  })

  it('is below the floor unless its bidder says otherwise, and never on one’s own token', async () => {
    expect(codes(await bid({ price: '300000000' }))).toEqual(['above-floor'])
    expect(codes(await bid({ price: '300000000', aboveFloor: true }))).toEqual([null])
    expect(codes(await bid({ walletAddress: EXAMPLE.owner }))).toEqual(['own-token'])
  })
})

// @feature bid.below-floor, trade.usual-floor
describe('a bid above a listing', () => {
  const MINUTES = 60_000_000n
  /** Sets for how many minutes the cheapest listing, of 2 APT, has had its price and goes on; the next one is of 3 APT. */
  const setListingTimes = (age: bigint, left: bigint | null) =>
    api.store.pool.query(
      'update market.listings set last_at_micros = $1, expires_at_seconds = $2 where token_data_id = $3',
      [
        TEST_NOW_MICROS - age * MINUTES,
        left === null ? null : (TEST_NOW_MICROS + left * MINUTES) / 1_000_000n,
        EXAMPLE.listedTokenDataId,
      ],
    )
  const to = { walletAddress: STRANGER, price: '250000000', expirationTime: String(NOW_SECONDS + 60n) }
  const bids = async () => [
    ...codes(await ask('bid', { ...to, collectionId: EXAMPLE.collectionId, size: 1 })),
    ...codes(await ask('bid/pool', { ...to, collectionId: EXAMPLE.collectionId, size: 1, deposit: to.price })),
    ...codes(await ask('bid/nft', { ...to, tokenDataId: EXAMPLE.tokenDataId })),
  ]

  it('is refused exactly where it has been open for ten minutes and stays for ten, whatever the bid is for', async () => {
    const minutes = fc.oneof(fc.constantFrom(9n, 10n), fc.bigInt(0n, 1_000n))
    await fc.assert(
      fc.asyncProperty(minutes, fc.option(minutes), async (age, left) => {
        await setListingTimes(age, left)
        const isUsual = age >= 10n && (left === null || left >= 10n)
        expect(new Set(await bids())).toEqual(new Set([isUsual ? 'above-floor' : null]))
        const floor = await api.server.inject(`/api/collection/${EXAMPLE.collectionId}/nfts/floor`)
        expect(floor.json()).toMatchObject({
          floorPrice: '200000000',
          usualFloorPrice: isUsual ? '200000000' : '300000000',
        })
        const token = await api.server.inject(`/api/collection/nfts/${EXAMPLE.tokenDataId}`)
        expect(token.json()).toMatchObject({
          collectionFloorPrice: '200000000',
          collectionUsualFloorPrice: floor.json().usualFloorPrice,
        })
      }),
      { numRuns: 20 },
    )
    await setListingTimes(10n, null)
  })
})

describe('cancelling bids', () => {
  // @feature bid.cancel
  it('unlocks what they held, run out or not', async () => {
    const offer = { marketplace: native, offerId: SEEDED_OFFER }
    const answer = await ask('bid/cancel', { walletAddress: EXAMPLE.buyer, items: [offer] })
    expect(nameOf(answer)).toBe('collection_offer::cancel')
    // Three times 1.5 APT come back; gas goes.
    expect(answer.split).toMatchObject({
      receivedOctas: '450000000',
      totalOctas: '1200',
      balanceAfterOctas: '10449999300',
    })
  })

  it('takes only one’s own, each once', async () => {
    const offers = [SEEDED_OFFER, SEEDED_OFFER, `0x${'f'.repeat(64)}`]
    const items = offers.map((offerId) => ({ marketplace: native, offerId }))
    const answer = await ask('bid/cancel', { walletAddress: EXAMPLE.buyer, items })
    expect(codes(answer)).toEqual([null, 'duplicate', 'offer-gone'])
    expect(codes(await ask('bid/cancel', { walletAddress: STRANGER, items: items.slice(0, 1) }))).toEqual(['not-owner'])
    expect(
      codes(await ask('bid/cancel', { walletAddress: EXAMPLE.buyer, items: [{ ...items[0], tokenBid: true }] })),
    ).toEqual(['offer-gone'])
  })

  it('takes the first where no script can be composed of several', async () => {
    await using bare = await createTestApi({ module: async () => ({ bytecode: new Uint8Array(), functions: [] }) })
    const items = [SEEDED_OFFER, TOKEN_OFFER].map((offerId) => ({ marketplace: native, offerId }))
    const payload = { walletAddress: EXAMPLE.buyer, items }
    const answer = await bare.server.inject({ method: 'POST', url: '/api/collection/bid/cancel', payload })
    expect(codes(answer.json())).toEqual([null, 'one-at-a-time'])
    expect(answer.json().split.receivedOctas).toBe('450000000')
  })
})

describe('selling into bids', () => {
  const sell = (tokenDataId: string, changes: object = {}, walletAddress: string = EXAMPLE.owner) =>
    ask('bid/nft/accept', { walletAddress, items: [{ tokenDataId, ...changes }] })

  // @feature accept.best-exit
  it('takes the bid that brings most, and shows what arrives', async () => {
    const answer = await sell(EXAMPLE.tokenDataId)
    expect(nameOf(answer)).toBe('token_offer::sell_tokenv2_for_at_least')
    expect(answer.items[0]).toMatchObject({ offerId: TOKEN_OFFER, priceOctas: '180000000', commissionOctas: '2700000' })
    // 1.8 APT less 1.5 % and 5 %.
    expect(answer.split).toMatchObject({
      receivedOctas: '168300000',
      totalOctas: '1200',
      balanceAfterOctas: '10168299300',
    })
    // It is listed: that is taken back in the same transaction.
    const other = await sell(EXAMPLE.listedTokenDataId)
    expect(other.items[0]).toMatchObject({ offerId: SEEDED_OFFER, listingId: `0x${'1'.repeat(64)}` })
  })

  it('takes the named bid, and refuses one that is gone or lower than expected', async () => {
    expect((await sell(EXAMPLE.tokenDataId, { offerId: SEEDED_OFFER })).items[0]?.priceOctas).toBe('150000000')
    expect(codes(await sell(EXAMPLE.tokenDataId, { offerId: '0x1' }))).toEqual(['offer-gone'])
    expect(codes(await sell(EXAMPLE.tokenDataId, { minPrice: '180000001' }))).toEqual(['price-changed'])
  })

  // @feature accept.not-buyer
  it('is for owners, and never into one’s own bid', async () => {
    expect(codes(await sell(EXAMPLE.tokenDataId, {}, STRANGER))).toEqual(['not-owner'])
    const { items } = await sell(THIRD_TOKEN, {}, EXAMPLE.buyer)
    expect(items[0]?.reason).toEqual({ code: 'offer-gone', sentence: 'No one else is bidding on this item now.' })
  })

  it('sells into a bid only as often as it wants tokens', async () => {
    await using small = await createTestApi()
    await small.store.db
      .updateTable('market.collection_offers')
      .set({ remaining_amount: 1n })
      .where('offer_id', '=', SEEDED_OFFER)
      .execute()
    const items = [EXAMPLE.listedTokenDataId, `0x${'70'.repeat(31)}04`].map((tokenDataId) => ({ tokenDataId }))
    const answer = await small.server.inject({
      method: 'POST',
      url: '/api/collection/bid/nft/accept',
      payload: { walletAddress: EXAMPLE.owner, items },
    })
    expect(codes(answer.json())).toEqual([null, 'offer-gone'])
  })

  it('does not sell into the bid of a marketplace that is not known here', async () => {
    await using small = await createTestApi()
    for (const table of ['market.collection_offers', 'market.token_offers'] as const)
      await small.store.db.updateTable(table).set({ marketplace: 'elsewhere' }).execute()
    const answer = await small.server.inject({
      method: 'POST',
      url: '/api/collection/bid/nft/accept',
      payload: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId }] },
    })
    expect(answer.json()).toMatchObject({
      payload: null,
      items: [{ reason: { code: 'marketplace-closed', sentence: 'elsewhere is closed to these trades.' } }],
    })
  })
})
