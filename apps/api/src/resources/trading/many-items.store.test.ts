import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type { TradeAnswer, WirePayload } from '@opal/contract/trading/trade'
import type { TradePayload } from '@opal/domain/payload'
import { MARKETPLACES, nativeMarketplace } from '@opal/marketplaces/registry'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { expect, test } from 'vitest'
import { askTrade, called, codes, nameOf } from '../../testing/ask-trade.ts'
import { openListing } from '../../testing/open-listing.ts'
import { createTestApi, simulated, type TestApi } from '../../testing/test-api.ts'

const STRANGER = `0x${'5e'.repeat(32)}`
const SECOND_LISTING = `0x${'b'.repeat(64)}`
const [here, there] = [EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId]
const native = nativeMarketplace.id
const another = MARKETPLACES.find(({ id }) => id !== native)?.id
/** No script can be composed of what the node shows. */
const BARE = { module: async () => ({ bytecode: new Uint8Array(), functions: [] }) }

/** The owner's other token is for sale here, too. */
const listSecond = (api: TestApi) =>
  openListing(api, { listingId: SECOND_LISTING, marketplace: native, tokenDataId: there })

/** A node that refuses whatever names one of these. */
function refusing(...words: readonly string[]) {
  const names = (payload: TradePayload) => JSON.stringify(payload)
  const vmStatus = 'Move abort in 0x584b::listing: EPAUSED(0x7): Trading is paused'
  return {
    simulate: async (_sender: string, payload: TradePayload) =>
      words.some((word) => names(payload).includes(word)) ? simulated({ success: false, vmStatus }) : simulated({}),
  }
}

test('many prices change in one call of their marketplace', async () => {
  await using api = await createTestApi()
  await listSecond(api)
  const items = [here, there].map((tokenDataId, at) => ({ tokenDataId, price: `${at + 3}00000000` }))
  const answer = await askTrade(api, 'collection/nfts/update-price', { walletAddress: EXAMPLE.owner, items })
  expect([nameOf(answer), ...codes(answer)]).toEqual(['marketplace_scripts::update_fixed_price_many', null, null])
  expect(called(answer)?.functionArguments).toEqual([
    [`0x${'1'.repeat(64)}`, SECOND_LISTING],
    ['300000000', '400000000'],
  ])
  expect(answer.split).toMatchObject({ totalOctas: '1200', receivedOctas: '0' })
})

test('unlisted items are listed for what they have to bring, and listed ones repriced, one by one where no script can be composed', async () => {
  await using api = await createTestApi(BARE)
  const items = [
    { tokenDataId: there, price: '400000000' },
    { tokenDataId: here, price: '300000000' },
    { tokenDataId: THIRD_TOKEN, price: '400000000' },
    { tokenDataId: here, price: '500000000' },
  ]
  const answer = await askTrade(api, 'collection/nfts/list-and-update', { walletAddress: EXAMPLE.owner, items })
  expect([nameOf(answer), ...codes(answer)]).toEqual([
    'coin_listing::init_with_terms_many_for_at_least',
    null,
    'one-at-a-time',
    'not-owner',
    'duplicate',
  ])
  const elsewhere = [{ tokenDataId: here, price: '300000000', marketplace: 'elsewhere' }]
  const refused = await askTrade(api, 'collection/nfts/list-and-update', {
    walletAddress: EXAMPLE.owner,
    items: elsewhere,
  })
  expect(codes(refused)).toEqual(['already-listed'])
})

test('a listing of another wallet is called that, and not a token that is missing', async () => {
  await using api = await createTestApi()
  const items = [{ tokenDataId: here, price: '300000000' }]
  for (const call of ['list-and-update', 'update-price']) {
    const { items: answered } = await askTrade(api, `collection/nfts/${call}`, { walletAddress: EXAMPLE.buyer, items })
    expect(answered[0]?.reason).toEqual({
      code: 'not-owner',
      sentence: 'This listing belongs to another wallet. Only its seller can edit or cancel it.',
    })
  }
})

test('a token that another marketplace than the named one sells is not called sold', async () => {
  await using api = await createTestApi()
  const buy = async (item: object) => {
    const { items } = await askTrade(api, 'collection/nfts/buy', { walletAddress: EXAMPLE.buyer, items: [item] })
    return items[0]?.reason
  }
  const elsewhere = {
    code: 'listing-gone',
    sentence: 'This marketplace has no such listing. The token is listed on another one.',
  }
  const gone = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
  expect(await buy({ tokenDataId: here, marketplace: another })).toEqual(elsewhere)
  expect(await buy({ tokenDataId: here, marketplace: another, listingId: 'none' })).toEqual(gone)
  expect(await buy({ tokenDataId: there, marketplace: another })).toEqual(gone)
})

test('an item that would make the whole transaction fail is left out, and says why', async () => {
  await using api = await createTestApi(refusing(SECOND_LISTING))
  await listSecond(api)
  const items = [here, there].map((tokenDataId) => ({ tokenDataId, price: '300000000' }))
  const answer = await askTrade(api, 'collection/nfts/update-price', { walletAddress: EXAMPLE.owner, items })
  expect([nameOf(answer), ...codes(answer)]).toEqual(['coin_listing::update_fixed_price', null, 'simulation-failed'])
  expect([answer.simulation?.success, answer.reason]).toEqual([true, null])
  expect(answer.items[1]?.reason?.sentence).toContain('paused')
  expect(answer.split.priceOctas).toBe('300000000')
})

test('returns nothing to sign where every item fails, and the reason where only the batch fails', async () => {
  await using none = await createTestApi(refusing('update_fixed_price'))
  await using whole = await createTestApi(refusing('update_fixed_price_many'))
  const items = [here, there].map((tokenDataId) => ({ tokenDataId, price: '300000000' }))
  for (const api of [none, whole]) await listSecond(api)
  const nothing = await askTrade(none, 'collection/nfts/update-price', { walletAddress: EXAMPLE.owner, items })
  expect([nothing.payload, ...codes(nothing)]).toEqual([null, 'simulation-failed', 'simulation-failed'])
  const together = await askTrade(whole, 'collection/nfts/update-price', { walletAddress: EXAMPLE.owner, items })
  expect([together.reason?.code, ...codes(together)]).toEqual(['simulation-failed', null, null])
})

test('a balance below the total gives one reason, not one per item', async () => {
  let asked = 0
  const vmStatus = 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE'
  const simulate = async () => {
    asked += 1
    return simulated({ success: false, vmStatus })
  }
  await using api = await createTestApi({ simulate })
  await listSecond(api)
  const items = [here, there].map((tokenDataId) => ({ tokenDataId, price: '300000000' }))
  const answer = await askTrade(api, 'collection/nfts/update-price', { walletAddress: EXAMPLE.owner, items })
  expect([asked, answer.reason?.code, ...codes(answer)]).toEqual([1, 'insufficient-balance', null, null])
})

test('a purchase that would fail is not reduced without consent', async () => {
  await using api = await createTestApi(refusing(SECOND_LISTING))
  await listSecond(api)
  const items = [here, there].map((tokenDataId) => ({ tokenDataId }))
  const answer = await askTrade(api, 'collection/nfts/buy', { walletAddress: STRANGER, items })
  expect([answer.reason?.code, ...codes(answer)]).toEqual(['simulation-failed', null, null])
})

// @feature buy.cart
test('a purchase of what is left leaves out what fails alone, whatever the reason, and says why', async () => {
  await using api = await createTestApi(refusing(SECOND_LISTING))
  await listSecond(api)
  const items = [here, there, THIRD_TOKEN].map((tokenDataId) => ({ tokenDataId }))
  const buy = (count: number) =>
    askTrade(api, 'collection/nfts/buy', { walletAddress: STRANGER, items: items.slice(0, count), bestEffort: true })
  for (const count of [2, 3]) {
    const answer = await buy(count)
    expect(codes(answer)).toEqual([null, 'simulation-failed', null].slice(0, count))
    expect([answer.simulation?.success, answer.reason]).toEqual([true, null])
    expect(answer.split.priceOctas).toBe(count === 2 ? '200000000' : '500000000')
  }
  const poisoned = { walletAddress: STRANGER, items: items.slice(1, 2), bestEffort: true }
  expect((await askTrade(api, 'collection/nfts/buy', poisoned)).reason?.code).toBe('simulation-failed')
})

// @feature buy.sweep-leaves-out
test('a sweep leaves out what fails alone, says why, and takes the next cheapest', async () => {
  await using api = await createTestApi(refusing(`0x${'1'.repeat(64)}`))
  await listSecond(api)
  const body = { walletAddress: STRANGER, collectionId: EXAMPLE.collectionId }
  const sweep = (count: number) => askTrade(api, 'collection/nfts/sweep', { ...body, count })
  for (const count of [1, 2]) {
    const answer = await sweep(count)
    // 2 APT fails; 2.5 and 3 are left.
    const bought = [there, THIRD_TOKEN].slice(0, count)
    expect(answer.items.map(({ tokenDataId }) => tokenDataId)).toEqual([...bought, here])
    expect(codes(answer)).toEqual([...bought.map(() => null), 'simulation-failed'])
    expect([answer.simulation?.success, answer.reason]).toEqual([true, null])
    expect(answer.split.priceOctas).toBe(count === 1 ? '250000000' : '550000000')
    expect(answer).toMatchObject({ curve: [{ costOctas: '250000000' }, { costOctas: '550000000' }] })
  }
})

// @feature accept.next-bid
test('where the best bid fails and none was named, the next best is taken', async () => {
  const [tokenBid, collectionBid] = [`0x${'5'.repeat(64)}`, `0x${'4'.repeat(64)}`]
  const sell = async (refused: readonly string[], item: object = {}) => {
    await using api = await createTestApi(refusing(...refused))
    const items = [{ tokenDataId: there, ...item }]
    return await askTrade(api, 'collection/bid/nft/accept', { walletAddress: EXAMPLE.owner, items })
  }
  const outcome = (answer: TradeAnswer) => [answer.items[0]?.offerId, answer.reason?.code ?? null]
  expect(outcome(await sell([]))).toEqual([tokenBid, null])
  const next = await sell([tokenBid])
  expect(outcome(next)).toEqual([collectionBid, null])
  expect(next.split.priceOctas).toBe('150000000')
  expect(outcome(await sell([tokenBid], { offerId: tokenBid }))).toEqual([tokenBid, 'simulation-failed'])
  expect(outcome(await sell([tokenBid], { minPrice: '170000000' }))).toEqual([tokenBid, 'simulation-failed'])
  expect((await sell([tokenBid, collectionBid])).reason?.code).toBe('simulation-failed')
})

// @feature accept.next-bid
test('each of several sales has a next bid of its own, and none is sold into more often than it wants', async () => {
  const failing = 'a'.repeat(64)
  for (const wanted of [2, 1]) {
    await using api = await createTestApi(refusing(failing))
    await api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
    await api.store.pool.query('update market.collection_offers set wanted_amount = $1, remaining_amount = $1', [
      wanted,
    ])
    await api.store.pool.query(`insert into market.collection_offers
      select (jsonb_populate_record(o, jsonb_build_object('offer_id', '0x${failing}', 'price_octas', 160000000, 'remaining_amount', 2))).*
      from market.collection_offers o`)
    const items = [here, CLOSED_MARKETPLACE_TOKEN].map((tokenDataId) => ({ tokenDataId }))
    const answer = await askTrade(api, 'collection/bid/nft/accept', { walletAddress: EXAMPLE.owner, items })
    expect(codes(answer)).toEqual([null, wanted === 2 ? null : 'simulation-failed'])
    expect(answer.split.priceOctas).toBe(wanted === 2 ? '300000000' : '150000000')
  }
})

// @feature accept.next-bid
test('a next bid is not one that another item of the same sale takes', async () => {
  const failing = 'a'.repeat(64)
  await using api = await createTestApi({ ...BARE, ...refusing(failing) })
  await api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
  await api.store.pool.query('update market.collection_offers set remaining_amount = 1')
  await api.store.db.deleteFrom('market.token_offers').execute()
  const [collectionBid] = await api.store.db.selectFrom('market.collection_offers').selectAll().execute()
  if (collectionBid === undefined) throw new TypeError('The market has a collection bid.')
  const { remaining_amount: _, wanted_amount: _wanted, is_pooled: _pooled, set_root: _set, ...bid } = collectionBid
  await api.store.db
    .insertInto('market.token_offers')
    .values({
      ...bid,
      offer_id: `0x${failing}`,
      token_data_id: here,
      property_version: 0n,
      token_standard: 'v2',
      price_octas: bid.price_octas + 1n,
    })
    .execute()
  const items = [here, CLOSED_MARKETPLACE_TOKEN].map((tokenDataId) => ({ tokenDataId }))
  const answer = await askTrade(api, 'collection/bid/nft/accept', { walletAddress: EXAMPLE.owner, items })
  expect(answer.items.map(({ offerId }) => offerId)).toEqual([`0x${failing}`, bid.offer_id])
  expect(codes(answer)).toEqual(['simulation-failed', null])
  expect([answer.reason, answer.split.priceOctas]).toEqual([null, String(bid.price_octas)])
})

// @feature trade.dust-references
test('a floor below the least price of a listing here bounds no bid', async () => {
  await using api = await createTestApi()
  const bid = async (floor: string) => {
    await api.store.pool.query('update market.listings set price_octas = $1', [floor])
    const body = { walletAddress: STRANGER, collectionId: EXAMPLE.collectionId, price: '100000000' }
    return codes(await askTrade(api, 'collection/bid', { ...body, expirationTime: '4102444800' }))
  }
  expect([await bid('1'), await bid('99999'), await bid('100000')]).toEqual([[null], [null], ['above-floor']])
})

test('tokens are given away one by one where no script can be composed, each to its receiver', async () => {
  await using api = await createTestApi(BARE)
  await api.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
  const items = [{ tokenDataId: here, toAddress: STRANGER }, { tokenDataId: there }, { tokenDataId: THIRD_TOKEN }]
  const body = { walletAddress: EXAMPLE.owner, toAddress: EXAMPLE.buyer, items }
  const answer = await askTrade(api, 'collection/nfts/transfer-many', body)
  expect([nameOf(answer), ...codes(answer)]).toEqual(['object::transfer', null, 'one-at-a-time', 'not-owner'])
  expect(called(answer)?.functionArguments).toEqual([here, STRANGER])
  const second = await askTrade(api, 'collection/nfts/transfer-many', { ...body, items: items.slice(1, 2) })
  expect(called(second)?.functionArguments).toEqual([there, EXAMPLE.buyer])
})

test('stale orders are listed with what is wrong, and cleaned by marketplace', async () => {
  await using api = await createTestApi()
  const { data } = (await api.server.inject(`/data/user/orders/stale/${EXAMPLE.owner}`)).json()
  const closed = data.find(({ tokenDataId }: { tokenDataId: string }) => tokenDataId === CLOSED_MARKETPLACE_TOKEN)
  expect(closed).toMatchObject({
    kind: 'listing',
    issues: [{ code: 'marketplace-closed', risk: 'medium', comparedWith: null }],
    cannotClean: { code: 'marketplace-closed' },
  })
  type Cleaned = { transactions: (TradeAnswer & { marketplace: string; payload: WirePayload | null })[] }
  const order = (kind: string, orderId: string, marketplace = native) => ({ kind, orderId, marketplace })
  const orders = [
    order('collection-offer', `0x${'4'.repeat(64)}`),
    order('collection-offer', `0x${'4'.repeat(64)}`),
    order('token-offer', `0x${'4'.repeat(64)}`),
    order('listing', `0x${'1'.repeat(64)}`),
    order('listing', closed.orderId, closed.marketplace),
  ]
  const { transactions } = await askTrade<Cleaned>(api, 'user/orders/clean', { walletAddress: EXAMPLE.buyer, orders })
  expect(transactions.map((one) => [one.marketplace, nameOf(one), ...codes(one)])).toEqual([
    [native, 'collection_offer::cancel', null, 'duplicate', 'offer-gone', 'not-owner'],
    ['closed-marketplace', undefined, 'not-owner'],
  ])
  expect(transactions[0]?.split).toMatchObject({ receivedOctas: '450000000', priceOctas: '450000000' })
})
