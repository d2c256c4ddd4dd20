import { Account } from '@aptos-labs/ts-sdk'
import { listUserBids } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { buildCleanUp } from '@opal/contract/order-health'
import { listMyTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { getToken, listListedTokens, type Token } from '@opal/contract/tokens'
import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { buildTransferMany } from '@opal/contract/trading/moving'
import { buildList, buildListAndUpdate, buildRelist, buildUpdatePrice } from '@opal/contract/trading/selling'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededMarket, OCTAS_PER_APT, type SeededMarket } from './testing/seeded-market.ts'

/** Tokens bought at once; every collection of the small market has so many for sale. */
const SWEPT = 4
const native = nativeMarketplace.id
const ACTIVE = contractsOf('local')
  .filter(({ contracts }) => contracts.status === 'active')
  .map(({ adapter }) => adapter.id)
let market: SeededMarket
let walletAddress: Address
const call: ApiClient = (...args) => market.call(...args)
const sign = (answer: TradeAnswer, signer?: Account) => market.sign(answer, signer)

beforeAll(async () => {
  market = await createSeededMarket()
  walletAddress = parseAddress(market.buyer.accountAddress.toString())
  await listEverywhere()
}, 120_000)
afterAll(() => market[Symbol.asyncDispose]())

/** Lists a token at every active marketplace: which listings of the seeded market are still open is random. */
async function listEverywhere(): Promise<void> {
  const lister = Account.generate()
  await market.fund(lister)
  const [book = []] = await books()
  const items = ACTIVE.map((marketplace, at) => {
    return { tokenDataId: parseAddress(book[at]?.tokenDataId ?? ''), price: '500000000', marketplace }
  })
  const body = { walletAddress: parseAddress(lister.accountAddress.toString()), items }
  await sign(
    await call(buildBuy, { body: { ...body, items: items.map(({ tokenDataId }) => ({ tokenDataId })) } }),
    lister,
  )
  await sign(await call(buildList, { body }), lister)
}

/** Every collection's listed tokens, cheapest first. */
async function books(): Promise<readonly (readonly Token[])[]> {
  const { data } = await call(listCollections, { query: { take: 20 } })
  return Promise.all(
    data.map(async ({ collectionId }) => (await call(listListedTokens, { params: { slug: collectionId } })).data),
  )
}

const listingOf = async (id: string) => {
  const token = await call(getToken, { params: { id: parseAddress(id) } })
  return { owner: token.owner?.walletAddress, marketplace: token.marketplace, price: token.listedPrice }
}

test('shows the split that each marketplace executes', async () => {
  const listed = (await books()).flat()
  const byMarketplace = Map.groupBy(listed, ({ marketplace, tokenStandard }) => `${marketplace} ${tokenStandard}`)
  expect([...byMarketplace.keys()].sort()).toEqual(ACTIVE.map((id) => `${id} v2`).sort())
  for (const [place, tokens] of byMarketplace) {
    for (const { tokenDataId } of tokens.slice(0, 3)) {
      const body = { walletAddress, items: [{ tokenDataId: parseAddress(tokenDataId) }] }
      const answer = await call(buildBuy, { body })
      expect([answer.reason, answer.simulation?.success], place).toEqual([null, true])
      const { reason, warning, items, split } = await market.callMisled(buildBuy, { body })
      expect([reason, warning?.code], place).toEqual([null, 'split-differs'])
      expect([items[0]?.sellerOctas, split], place).toEqual([answer.items[0]?.sellerOctas, answer.split])
    }
  }
})

test('sweeps across marketplaces in one transaction at the shown cost', async () => {
  const book = (await books()).find(
    (tokens) => new Set(tokens.slice(0, SWEPT).map(({ marketplace }) => marketplace)).size > 1,
  )
  const collectionId = parseAddress(book?.[0]?.collectionId ?? '')
  const answer = await call(buildSweep, { body: { walletAddress, collectionId, count: SWEPT } })
  expect(answer.items).toHaveLength(SWEPT)
  expect(new Set(answer.items.map(({ marketplace }) => marketplace)).size).toBeGreaterThan(1)
  expect(answer.items.every(({ reason }) => reason === null)).toBe(true)
  expect(answer.curve[SWEPT - 1]?.costOctas).toBe(answer.split.priceOctas)
  expect(await sign(answer)).toBe(
    BigInt(answer.split.priceOctas) + BigInt(answer.split.gasOctas) - BigInt(answer.split.storageRefundOctas),
  )
  for (const { tokenDataId } of answer.items) {
    expect(await listingOf(tokenDataId ?? '')).toMatchObject({ owner: walletAddress, price: null })
  }
})

test('lists at several marketplaces by one script, and moves listings to Opal together', async () => {
  const held = await heldTokens()
  const items = ACTIVE.slice(0, held.length).map((marketplace, at) => {
    return { tokenDataId: held[at] ?? walletAddress, price: `${3 + at}00000000`, marketplace }
  })
  const listed = await call(buildList, { body: { walletAddress, items } })
  const taken = listed.items.filter(({ reason }) => reason === null)
  expect(new Set(taken.map(({ marketplace }) => marketplace)).size).toBeGreaterThan(1)
  expect(listed.payload).toMatchObject({ type: 'script' })
  await sign(listed)
  for (const { tokenDataId, marketplace, priceOctas } of taken) {
    expect(await listingOf(tokenDataId ?? '')).toMatchObject({ marketplace, price: priceOctas })
  }

  const abroad = taken.filter(({ marketplace }) => marketplace !== native)
  const moved = abroad.map(({ tokenDataId }) => ({ tokenDataId: parseAddress(tokenDataId ?? ''), price: '900000000' }))
  const relisted = await call(buildRelist, { body: { walletAddress, items: moved } })
  expect(relisted.items.map(({ reason }) => reason)).toEqual(moved.map(() => null))
  await sign(relisted)
  for (const { tokenDataId } of moved) {
    expect(await listingOf(tokenDataId)).toMatchObject({ marketplace: native, price: '900000000' })
  }
})

test("reports each item of a best-effort sweep from the aggregator's events", async () => {
  const isForSale = ({ owner, tokenStandard }: Token) =>
    owner?.walletAddress !== walletAddress && tokenStandard === 'v2'
  const book = (await books()).find((tokens) => tokens.filter(isForSale).length > 1)
  const collectionId = parseAddress(book?.[0]?.collectionId ?? '')
  const answer = await call(buildSweep, { body: { walletAddress, collectionId, count: 2, bestEffort: true } })
  expect(answer.payload).toMatchObject({ function: expect.stringMatching(/::aggregator::try_purchase_many$/) })
  expect(answer.items.map(({ reason }) => reason)).toEqual([null, null])
  expect(await sign(answer)).toBe(
    BigInt(answer.split.priceOctas) + BigInt(answer.split.gasOctas) - BigInt(answer.split.storageRefundOctas),
  )
})

/** Tokens that the sweep brought. */
async function heldTokens() {
  const { data } = await call(listMyTokens, { query: { walletAddress } })
  return data.map(({ tokenDataId }) => parseAddress(tokenDataId))
}

test('reprices at several marketplaces at once, lists more, and transfers together', async () => {
  const held = await heldTokens()
  const listed = (await call(listMyTokens, { query: { walletAddress } })).data.filter(
    ({ ownListings }) => ownListings.length > 0,
  )
  const abroad = contractsOf('local').find(
    ({ adapter, contracts }) => !adapter.isNative && contracts.status === 'active',
  )
  const free = held.filter((id) => !listed.some(({ tokenDataId }) => tokenDataId === id)).slice(0, 2)
  const first = free.slice(0, 1).map((tokenDataId) => {
    return { tokenDataId, price: '700000000', marketplace: abroad?.adapter.id ?? '' }
  })
  await sign(await call(buildList, { body: { walletAddress, items: first } }))
  const wanted = [...listed.map(({ tokenDataId }) => parseAddress(tokenDataId)), ...free]
  const items = wanted.map((tokenDataId, at) => ({ tokenDataId, price: `${at + 11}00000000` }))
  const priced = await call(buildListAndUpdate, { body: { walletAddress, items } })
  expect(priced.items.map(({ reason }) => reason)).toEqual(items.map(() => null))
  expect(new Set(priced.items.map(({ marketplace }) => marketplace)).size).toBeGreaterThan(1)
  await sign(priced)
  for (const { tokenDataId, price } of items) expect((await listingOf(tokenDataId)).price).toBe(price)

  const again = items.map(({ tokenDataId }, at) => ({ tokenDataId, price: `${at + 21}00000000` }))
  const repriced = await call(buildUpdatePrice, { body: { walletAddress, items: again } })
  expect(repriced.items.map(({ reason }) => reason)).toEqual(again.map(() => null))
  await sign(repriced)
  for (const { tokenDataId, price } of again) expect((await listingOf(tokenDataId)).price).toBe(price)

  const orders = (await call(listMyTokens, { query: { walletAddress } })).data.flatMap(({ ownListings }) =>
    ownListings.map(({ marketplace, listingId }) => ({ kind: 'listing' as const, marketplace, orderId: listingId })),
  )
  const { transactions } = await call(buildCleanUp, { body: { walletAddress, orders } })
  for (const transaction of transactions) await sign(transaction)
  const to = Account.generate()
  const body = { walletAddress, toAddress: parseAddress(to.accountAddress.toString()) }
  const given = await call(buildTransferMany, {
    body: { ...body, items: wanted.map((tokenDataId) => ({ tokenDataId })) },
  })
  expect(given.items.map(({ reason }) => reason)).toEqual(wanted.map(() => null))
  expect(given.payload).toMatchObject({ type: 'script' })
  expect(await sign(given)).toBe(BigInt(given.split.gasOctas) - BigInt(given.split.storageRefundOctas))
  expect(await heldTokens()).not.toEqual(expect.arrayContaining([wanted[0]]))
})

test('cancels bids of any kind and marketplace together, and sells a listed token in one transaction', async () => {
  const owned = (await books()).flat().find(({ tokenStandard }) => tokenStandard === 'v2') as Token
  const collectionId = parseAddress(owned.collectionId)
  const expirationTime = String(Math.floor(Date.now() / 1000) + 3_600)
  for (const marketplace of ACTIVE) {
    const body = { walletAddress, collectionId, price: '100000', size: 1, expirationTime, marketplace }
    await sign(await call(buildCollectionBid, { body }))
  }
  const tokenBid = { walletAddress, tokenDataId: parseAddress(owned.tokenDataId), price: '100000', expirationTime }
  await sign(await call(buildTokenBid, { body: tokenBid }))
  const bids = (await call(listUserBids, { params: { wallet: walletAddress } })).data
  expect(bids).toHaveLength(ACTIVE.length + 1)
  const items = bids.map(({ marketplace, offerId, tokenBid: isOnToken }) => ({
    marketplace,
    offerId,
    tokenBid: isOnToken,
  }))
  const cancelled = await call(buildCancelBid, { body: { walletAddress, items } })
  expect(cancelled.items.map(({ reason }) => reason)).toEqual(items.map(() => null))
  const { receivedOctas, totalOctas, storageRefundOctas } = cancelled.split
  expect(receivedOctas).toBe(String(100_000 * bids.length))
  expect(await sign(cancelled)).toBe(BigInt(totalOctas) - BigInt(receivedOctas) - BigInt(storageRefundOctas))

  const bought = await call(buildBuy, { body: { walletAddress, items: [{ tokenDataId: tokenBid.tokenDataId }] } })
  await sign(bought)
  const listed = { tokenDataId: tokenBid.tokenDataId, price: '90000000000' }
  await sign(await call(buildList, { body: { walletAddress, items: [listed] } }))
  const bidder = Account.generate()
  await market.fund(bidder, OCTAS_PER_APT)
  const theirs = { ...tokenBid, walletAddress: parseAddress(bidder.accountAddress.toString()) }
  await sign(await call(buildTokenBid, { body: theirs }), bidder)
  const { bestExit } = (await call(listMyTokens, { query: { walletAddress } })).data.find(
    ({ tokenDataId }) => tokenDataId === listed.tokenDataId,
  ) as PortfolioToken
  const sold = await call(buildAcceptBid, { body: { walletAddress, items: [{ tokenDataId: listed.tokenDataId }] } })
  const misled = await market.callMisled(buildAcceptBid, {
    body: { walletAddress, items: [{ tokenDataId: listed.tokenDataId }] },
  })
  expect(misled.reason?.code).toBe('split-differs')
  expect(sold.items[0]).toMatchObject({ reason: null, offerId: bestExit?.offerId, sellerOctas: bestExit?.netOctas })
  expect(-(await sign(sold))).toBe(
    BigInt(sold.split.receivedOctas) - BigInt(sold.split.gasOctas) + BigInt(sold.split.storageRefundOctas),
  )
})

async function artistWithToken(calls: readonly (readonly [string, readonly unknown[]])[]) {
  const artist = Account.generate()
  await market.fund(artist, OCTAS_PER_APT)
  for (const [name, functionArguments] of calls) await market.send(artist, name, functionArguments)
  const address = parseAddress(artist.accountAddress.toString())
  const [token] = (await call(listMyTokens, { query: { walletAddress: address } })).data
  if (token === undefined) throw new Error('the artist has no token')
  return { artist, address, token, tokenDataId: parseAddress(token.tokenDataId) }
}

// @feature orders.deliverable, list.reprice-frozen
test('a listing that its creator freezes is not for sale, until the token is thawed, at the price that it has by then', async () => {
  const allowed = Array.from({ length: 9 }, () => true)
  const { artist, address, tokenDataId } = await artistWithToken([
    ['4::aptos_token::create_collection', ['', '9', 'Ice', '', ...allowed, '0', '1000']],
    ['4::aptos_token::mint', ['Ice', '', 'Ice #1', '', [], [], []]],
  ])
  const items = [{ tokenDataId, price: '100000' }]
  await sign(await call(buildList, { body: { walletAddress: address, items } }), artist)
  const freeze = (name: string) =>
    market.send(artist, `4::aptos_token::${name}`, [tokenDataId], ['0x4::aptos_token::AptosToken'])
  const states = async () => {
    const { listedPrice, listings } = await call(getToken, { params: { id: tokenDataId } })
    const answer = await call(buildBuy, { body: { walletAddress, items: [{ tokenDataId }] } })
    return [listedPrice, listings[0]?.validity, answer.items[0]?.reason?.code ?? null]
  }
  expect(await states()).toEqual(['100000', 'valid', null])
  await freeze('freeze_transfer')
  expect(await states()).toEqual([null, 'token-frozen', 'token-frozen'])
  await sign(
    await call(buildUpdatePrice, { body: { walletAddress: address, items: [{ tokenDataId, price: '900000' }] } }),
    artist,
  )
  expect(await states()).toEqual([null, 'token-frozen', 'token-frozen'])
  await freeze('unfreeze_transfer')
  expect(await states()).toEqual(['900000', 'valid', null])
})

// @feature bid.refusing-bidder
test('a bid on v1 tokens whose bidder takes none that are sent is no top bid, until they do again', async () => {
  const allowed = Array.from({ length: 5 }, () => true)
  const { artist, address, token, tokenDataId } = await artistWithToken([
    ['3::token::create_collection_script', ['Wax', '', '', '0', allowed.slice(2)]],
    ['3::token::create_token_script', ['Wax', 'Wax #1', '', '1', '0', '', '0x1', '100', '0', allowed, [], [], []]],
  ])
  const expirationTime = String(Math.floor(Date.now() / 1000) + 3_600)
  const bid = { walletAddress, price: '100000', expirationTime }
  const collectionId = parseAddress(token.collectionId)
  await sign(await call(buildCollectionBid, { body: { ...bid, collectionId, size: 1 } }))
  await sign(await call(buildTokenBid, { body: { ...bid, tokenDataId, price: '200000' } }))
  const sell = () => call(buildAcceptBid, { body: { walletAddress: address, items: [{ tokenDataId }] } })
  const top = async () => (await call(getToken, { params: { id: tokenDataId } })).topBid?.price ?? null
  expect(await top()).toBe('200000')
  await market.send(market.buyer, '3::token::opt_in_direct_transfer', [false])
  expect([await top(), (await sell()).items[0]?.reason?.code]).toEqual([null, 'offer-gone'])
  await market.send(market.buyer, '3::token::opt_in_direct_transfer', [true])
  expect(await top()).toBe('200000')
  await sign(await sell(), artist)
  expect(await listingOf(tokenDataId)).toMatchObject({ owner: walletAddress })
})
