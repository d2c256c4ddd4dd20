import { EXAMPLE, EXAMPLE_SET } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { bidPools, type CollectionOfferRow, collectionOffers } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { askTrade, called, codes, nameOf } from '../../testing/ask-trade.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const APT = 100_000_000n
const BIDDER = `0x${'1b'.repeat(32)}`
const [ANY, OF_SET] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`]
/** The market's own bids, which hold their money. */
const [OF_COLLECTION, ON_TOKEN] = [`0x${'4'.repeat(64)}`, `0x${'5'.repeat(64)}`]
const NOW_SECONDS = TEST_NOW_MICROS / 1_000_000n
const marketplace = nativeMarketplace.id
let api: TestApi
beforeEach(async () => {
  await api?.[Symbol.asyncDispose]()
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => (await api.server.inject({ url })).json()

/** A pool of so many octas, and its offers: on any token of the collection, and on the example's set of one token. */
async function fund(balance: bigint, ofAny: Partial<CollectionOfferRow> = {}, ofSet: Partial<CollectionOfferRow> = {}) {
  const offer = (offer_id: string, price: bigint, set_root: string | null): CollectionOfferRow => ({
    marketplace,
    offer_id,
    collection_id: EXAMPLE.collectionId,
    buyer: BIDDER,
    price_octas: price,
    set_root,
    wanted_amount: 3n,
    remaining_amount: balance / price > 3n ? 3n : balance / price,
    is_pooled: true,
    expires_at_seconds: NOW_SECONDS + 3_600n,
    state: 'open',
    validity: balance < price ? 'unfunded' : 'valid',
    placed_version: 95n,
    placed_at_micros: TEST_NOW_MICROS - 60_000_000n,
    last_version: 95n,
    last_event_index: 0,
    last_at_micros: TEST_NOW_MICROS - 60_000_000n,
  })
  await insertRows(api.store, bidPools, [
    { marketplace, wallet: BIDDER, balance_octas: balance, last_version: 95n, last_at_micros: TEST_NOW_MICROS },
  ])
  await insertRows(api.store, collectionOffers, [
    { ...offer(ANY, (17n * APT) / 10n, null), ...ofAny },
    { ...offer(OF_SET, 5n * APT, EXAMPLE_SET.root), ...ofSet },
  ])
}

const accept = (...tokens: readonly string[]) =>
  askTrade(api, 'collection/bid/nft/accept', {
    walletAddress: EXAMPLE.owner,
    items: tokens.map((tokenDataId) => ({ tokenDataId })),
  })

describe('selling into bids that a pool pays', () => {
  // @feature exit.plan
  it.each([
    [20n, [OF_SET, ANY, ANY]],
    // What is left of it pays no other bid.
    [6n, [OF_SET, OF_COLLECTION, OF_COLLECTION]],
    [3n, [ON_TOKEN, ANY, OF_COLLECTION]],
  ])('plans them as far as the pool pays them together: %i APT', async (apt, offers) => {
    await fund(apt * APT)
    const payload = { wallets: [EXAMPLE.owner] }
    const { data } = (await api.server.inject({ method: 'POST', url: '/data/user/exit', payload })).json()
    const offerOf = (tokenDataId: string) =>
      data.find((item: { tokenDataId: string }) => item.tokenDataId === tokenDataId)?.sale.offerId
    const others = [EXAMPLE.listedTokenDataId, CLOSED_MARKETPLACE_TOKEN].map(offerOf)
    expect([offerOf(EXAMPLE.tokenDataId), ...others.toSorted().reverse()]).toEqual(offers)
  })

  // @feature bid.set, bid.pool
  it('takes the bid on the set for its token, with the proof and the least that it brings, and the other for another token', async () => {
    await fund(20n * APT)
    await api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
    const ofSet = await accept(EXAMPLE.tokenDataId)
    expect(nameOf(ofSet)).toBe('pool_offer::sell_tokenv2_for_at_least')
    const [item] = ofSet.items
    expect(called(ofSet)?.functionArguments).toEqual([OF_SET, EXAMPLE.tokenDataId, [], item?.sellerOctas])
    expect(item?.offer).toMatchObject({ offerId: OF_SET, pool: { setRoot: EXAMPLE_SET.root, proof: [] } })
    expect(ofSet.priceGuard).toBe('call')
    const ofAny = await accept(EXAMPLE.listedTokenDataId)
    expect(ofAny.items[0]?.offer).toMatchObject({ offerId: ANY, pool: { setRoot: null, proof: [] } })
  })

  // @feature bid.pool-covered
  it.each([
    ['both', 10n * APT, [OF_SET, ANY]],
    ['one of two bids, where the pool pays no more', 5n * APT, [OF_SET, null]],
  ])('sells %s', async (_, balance, expected) => {
    await fund(balance)
    await api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
    await api.store.pool.query('delete from market.collection_offers where not is_pooled')
    await api.store.pool.query('delete from market.token_offers')
    const answer = await accept(EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId)
    expect(answer.items.map(({ offer }) => offer?.offerId ?? null)).toEqual(expected)
    expect(codes(answer).map((code) => code === null)).toEqual(expected.map((offer) => offer !== null))
  })

  // @feature bid.pool-covered
  it.each([60, 150, 900])(
    'sells the other tokens to who comes after %i bids of a pool that pays one of them',
    async (count) => {
      await fund(5n * APT, { price_octas: 3n * APT, remaining_amount: 1n, validity: 'valid' }, { state: 'cancelled' })
      await api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
      await api.store.pool.query('delete from market.token_offers')
      await api.store.pool.query(
        `insert into market.collection_offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', 'more ' || n,
         'price_octas', 400000000 + n))).* from market.collection_offers o, generate_series(1, $2::int) n where offer_id = $1`,
        [ANY, count],
      )
      const answer = await accept(EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId)
      const [first, second] = answer.items
      expect(first?.offer).toMatchObject({ offerId: `more ${count}` })
      expect(second).toMatchObject({ offer: { pool: null }, priceOctas: '150000000' })
    },
  )

  it('sells into none that is not funded', async () => {
    await fund(APT)
    const answer = await accept(EXAMPLE.tokenDataId)
    expect([ANY, OF_SET]).not.toContain(answer.items[0]?.offer?.offerId)
  })
})

describe('lists and top bids', () => {
  // @feature bid.pool-covered, bid.set
  it('count a pool’s bid as far as the pool pays, and a bid on a set for its tokens alone', async () => {
    await fund(4n * APT, {}, { validity: 'valid', remaining_amount: 1n, price_octas: 3n * APT })
    const id = EXAMPLE.collectionId
    const ladder = (await get(`/data/collection/biddings/${id}`)).data
    expect(ladder.find((level: { price: string }) => level.price === '170000000')).toMatchObject({ size: '2' })
    expect(ladder.some((level: { price: string }) => level.price === '300000000')).toBe(false)
    expect(await get(`/data/collection/biddings/top/${id}`)).toMatchObject({ offerId: ANY, isPooled: true })
    expect(await get(`/data/collection/biddings/tokens/top/${EXAMPLE.tokenDataId}`)).toMatchObject({ offerId: OF_SET })
    const other = await get(`/data/collection/biddings/tokens/top/${THIRD_TOKEN}`)
    expect(other.offerId).not.toBe(OF_SET)
    const sets = (await get(`/data/collection/biddings/sets/${id}`)).data
    expect(sets).toMatchObject([{ offerId: OF_SET, setRoot: EXAMPLE_SET.root, size: 1, remainingTokenAmount: '1' }])
    const received = (await get(`/data/user/biddings/${EXAMPLE.owner}?type=received`)).data
    expect(received.filter((bid: { offerId: string }) => bid.offerId === OF_SET)).toMatchObject([
      { isPooled: true, setRoot: EXAMPLE_SET.root, total: '3', fillable: '1' },
    ])
    const made = (await get(`/data/user/biddings/${BIDDER}`)).data
    expect(made.map((bid: { offerId: string }) => bid.offerId).toSorted()).toEqual([ANY, OF_SET])
  })

  it('show their bidder also those that are not funded', async () => {
    await fund(0n)
    const made = (await get(`/data/user/biddings/${BIDDER}`)).data
    expect(made).toMatchObject([{ fillable: '0' }, { fillable: '0' }])
    expect(await get(`/data/user/pool/${BIDDER}`)).toEqual({
      balance: '0',
      bids: 2,
      exposure: String((51n * APT) / 10n + 15n * APT),
    })
    const { data } = await get(`/data/user/orders/stale/${BIDDER}`)
    expect(data.map((order: { issues: { code: string }[] }) => order.issues[0]?.code)).toEqual(['unfunded', 'unfunded'])
  })

  // @feature bid.pool-covered
  it('of a pool name what its bids would still pay: one that has expired is filled no more', async () => {
    await fund(0n, { expires_at_seconds: NOW_SECONDS }, { expires_at_seconds: NOW_SECONDS + 1n })
    expect(await get(`/data/user/pool/${BIDDER}`)).toEqual({ balance: '0', bids: 1, exposure: String(15n * APT) })
  })

  // @feature bid.pool-covered
  it('sum what a pool’s bids would pay to no more than it holds', async () => {
    await fund(4n * APT, {}, { price_octas: 3n * APT, remaining_amount: 1n, validity: 'valid' })
    expect(await get(`/data/user/biddings/total-locked/${BIDDER}`)).toEqual({ totalValueLocked: String(4n * APT) })
  })

  it('a dearer bid of the same pool takes of what is there for the cheaper ones of a ladder', async () => {
    await fund(
      5n * APT,
      {},
      { set_root: null, price_octas: 3n * APT, remaining_amount: 1n, wanted_amount: 1n, validity: 'valid' },
    )
    const ladder = (await get(`/data/collection/biddings/${EXAMPLE.collectionId}`)).data
    const sizes = new Map(ladder.map((level: { price: string; size: string }) => [level.price, level.size]))
    expect([sizes.get('300000000'), sizes.get('170000000')]).toEqual(['1', '1'])
  })

  // @feature bid.pool-covered
  it('for selling several tokens count what a pool pays once, and show who comes after its many bids', async () => {
    await fund(5n * APT, {}, { set_root: null, price_octas: 3n * APT, remaining_amount: 1n, validity: 'valid' })
    const url = `/data/collection/biddings/top/multiple/${EXAMPLE.collectionId}`
    const rest = { price: '150000000', remainingTokenAmount: '3', isPooled: false }
    const sold = [{ offerId: OF_SET, remainingTokenAmount: '1' }, { offerId: ANY, remainingTokenAmount: '1' }, rest]
    expect((await get(url)).data).toMatchObject(sold)
    // Its pool pays one of these, and none that is cheaper.
    await api.store.pool.query(
      `insert into market.collection_offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', 'more ' || n,
         'price_octas', 400000000 + n))).* from market.collection_offers o, generate_series(1, 70) n where offer_id = $1`,
      [ANY],
    )
    const first = { offerId: 'more 70', remainingTokenAmount: '1' }
    expect((await get(`${url}?take=2`)).data).toMatchObject([first, rest])
    expect(await get(`/data/collection/biddings/top/${EXAMPLE.collectionId}`)).toMatchObject({ offerId: 'more 70' })
  })
})

describe('a pool', () => {
  const request = { walletAddress: BIDDER, collectionId: EXAMPLE.collectionId, price: '120000000', size: 2 }
  const bid = (changes: object = {}) =>
    askTrade(api, 'collection/bid/pool', { ...request, expirationTime: String(NOW_SECONDS + 60n), ...changes })

  // @feature bid.pool
  it('pays a bid: what leaves the wallet is the deposit', async () => {
    const answer = await bid({ deposit: '30000000' })
    expect(nameOf(answer)).toBe('pool_offer::init_for_tokenv2')
    expect(called(answer)?.functionArguments.slice(3)).toEqual([
      '120000000',
      '2',
      String(NOW_SECONDS + 60n),
      '30000000',
    ])
    expect(answer.split).toMatchObject({ totalOctas: '30001200', receivedOctas: '0' })
    expect((await bid()).split.totalOctas).toBe('1200')
  })

  it('pays a bid on a set that was announced for this collection, also above the floor, and on no other', async () => {
    const answer = await bid({ setRoot: EXAMPLE_SET.root, price: '900000000' })
    expect(codes(answer)).toEqual([null])
    expect(called(answer)?.functionArguments[1]).toEqual([...Buffer.from(EXAMPLE_SET.root, 'hex')])
    expect(codes(await bid({ setRoot: 'ab'.repeat(32) }))).toEqual(['set-unknown'])
    expect(codes(await bid({ price: '900000000' }))).toEqual(['above-floor'])
  })

  // @feature bid.pool
  it('takes a deposit, and gives back what it holds', async () => {
    await fund(5n)
    const deposit = await askTrade(api, 'user/pool/deposit', { walletAddress: BIDDER, octas: '7' })
    expect([nameOf(deposit), deposit.split.totalOctas, deposit.split.receivedOctas]).toEqual([
      'bid_pool::deposit',
      '1207',
      '0',
    ])
    const withdraw = (octas: string) => askTrade(api, 'user/pool/withdraw', { walletAddress: BIDDER, octas })
    const all = await withdraw('5')
    expect([nameOf(all), all.split.totalOctas, all.split.receivedOctas]).toEqual(['bid_pool::withdraw', '1200', '5'])
    expect([codes(await withdraw('6')), codes(await withdraw('0'))]).toEqual([['pool-too-small'], ['nothing-to-move']])
  })

  it('is not touched when one of its bids is cancelled, by itself or with others', async () => {
    await fund(20n * APT)
    const items = [OF_SET, ANY].map((offerId) => ({ marketplace, offerId }))
    const one = await askTrade(api, 'collection/bid/cancel', { walletAddress: BIDDER, items: items.slice(0, 1) })
    expect([nameOf(one), one.split.receivedOctas]).toEqual(['pool_offer::cancel', '0'])
    expect(codes(await askTrade(api, 'collection/bid/cancel', { walletAddress: EXAMPLE.owner, items }))).toEqual([
      'not-owner',
      'not-owner',
    ])
  })
})

it('a token that no set names is sold into no bid on a set', async () => {
  await fund(20n * APT)
  const answer = await accept(CLOSED_MARKETPLACE_TOKEN)
  expect(answer.items[0]?.offer?.offerId).toBe(ANY)
})
