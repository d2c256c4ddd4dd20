import { Account } from '@aptos-labs/ts-sdk'
import { listCollections } from '@opal/contract/collections'
import { listListedTokens } from '@opal/contract/tokens'
import { buildAcceptBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { buildTransferMany } from '@opal/contract/trading/moving'
import { buildDelist, buildList, buildUpdatePrice } from '@opal/contract/trading/selling'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { YEAR_2100 } from './testing/draft-parts.ts'
import { createSeededMarket, type SeededMarket } from './testing/seeded-market.ts'

const PRICE = '500000000'
const BID = '1000000'
let market: SeededMarket
let forSale: readonly { readonly tokenDataId: Address; readonly priceOctas: bigint }[]
let collectionId: Address

beforeAll(async () => {
  market = await createSeededMarket()
  const { data } = await market.call(listCollections, { query: { take: 20 } })
  const books = await Promise.all(
    data.map((one) => market.call(listListedTokens, { params: { slug: one.collectionId } })),
  )
  const book = books.map((one) => one.data).toSorted((one, other) => other.length - one.length)[0] ?? []
  collectionId = parseAddress(book[0]?.collectionId ?? '')
  forSale = book.map((token) => ({
    tokenDataId: parseAddress(token.tokenDataId),
    priceOctas: BigInt(token.listedPrice ?? 0),
  }))
}, 120_000)
afterAll(() => market[Symbol.asyncDispose]())

const addressOf = (account: Account) => parseAddress(account.accountAddress.toString())
const token = (at: number) => {
  const found = forSale[at]
  if (found === undefined) throw new Error(`the collection has fewer than ${at} tokens for sale`)
  return found
}

async function walletWith(octas: bigint): Promise<Address> {
  const account = Account.generate()
  if (octas > 0n) await market.fund(account, Number(octas))
  return addressOf(account)
}

/** Expects the one reason that the user can remedy, for the whole trade and by the simulation, and none for single items. */
function expectTooPoor(answer: TradeAnswer): void {
  expect(answer.reason).toMatchObject({
    code: 'insufficient-balance',
    sentence: expect.stringContaining('Not enough APT in your wallet'),
  })
  // A node simulates without taking the gas, so it may find that the price alone can be paid.
  const { success, error } = answer.simulation ?? {}
  expect(success === true ? 'insufficient-balance' : error?.code).toBe('insufficient-balance')
  expect(answer.items.map(({ reason }) => reason)).toEqual(answer.items.map(() => null))
}

// @feature trade.too-poor
describe('a wallet with too little APT', () => {
  test.each([
    ['nothing', () => 0n],
    ['one octa', () => 1n],
    ['dust', () => 300n],
    ['less than the price', (price: bigint) => price - 1n],
    ['the price without gas', (price: bigint) => price],
    ['the price and one octa', (price: bigint) => price + 1n],
  ])('that pays gets that reason: %s', async (_, balanceFor) => {
    const { tokenDataId, priceOctas } = token(0)
    const walletAddress = await walletWith(balanceFor(priceOctas))
    const body = { walletAddress, items: [{ tokenDataId }] }
    expectTooPoor(await market.call(buildBuy, { body }))
    expectTooPoor(await market.call(buildSweep, { body: { walletAddress, collectionId, count: 1 } }))
    const bid = { walletAddress, tokenDataId, price: String(priceOctas), aboveFloor: true, expirationTime: YEAR_2100 }
    expectTooPoor(await market.call(buildTokenBid, { body: bid }))
  })

  test('that pays for several items gets that reason', async () => {
    const sum = token(0).priceOctas + token(1).priceOctas
    for (const octas of [0n, 1n, token(0).priceOctas, sum - 1n, sum]) {
      const walletAddress = await walletWith(octas)
      const items = [token(0), token(1)].map(({ tokenDataId }) => ({ tokenDataId }))
      expectTooPoor(await market.call(buildBuy, { body: { walletAddress, items } }))
      expectTooPoor(await market.call(buildSweep, { body: { walletAddress, collectionId, count: 2 } }))
    }
  })

  test('that would only pay gas gets that reason', async () => {
    const { account, listed, held } = await sellerWithNothing()
    const seller = addressOf(account)
    for (const octas of [0, 1, 299]) {
      if (octas > 0) await market.fund(account, octas)
      const list = [{ tokenDataId: held, price: PRICE }]
      expectTooPoor(await market.call(buildList, { body: { walletAddress: seller, items: list } }))
      const listings = [{ tokenDataId: listed }]
      expectTooPoor(await market.call(buildDelist, { body: { walletAddress: seller, items: listings } }))
      const dearer = [{ tokenDataId: listed, price: '600000000' }]
      expectTooPoor(await market.call(buildUpdatePrice, { body: { walletAddress: seller, items: dearer } }))
      const transfer = { walletAddress: seller, toAddress: addressOf(market.buyer), items: [{ tokenDataId: held }] }
      expectTooPoor(await market.call(buildTransferMany, { body: transfer }))
      const accept = { walletAddress: seller, items: [{ tokenDataId: held }] }
      expectTooPoor(await market.call(buildAcceptBid, { body: accept }))
    }
  })
})

/** A wallet that has spent its APT, with one token listed and one held, for which there is a bid. */
async function sellerWithNothing(): Promise<{ account: Account; listed: Address; held: Address }> {
  const account = Account.generate()
  const seller = addressOf(account)
  await market.fund(account)
  const [listed, held] = [token(2).tokenDataId, token(3).tokenDataId]
  const items = [listed, held].map((tokenDataId) => ({ tokenDataId }))
  await market.sign(await market.call(buildBuy, { body: { walletAddress: seller, items } }), account)
  const list = [{ tokenDataId: listed, price: PRICE }]
  await market.sign(await market.call(buildList, { body: { walletAddress: seller, items: list } }), account)
  const bid = { walletAddress: addressOf(market.buyer), collectionId, price: BID, expirationTime: YEAR_2100 }
  await market.sign(await market.call(buildCollectionBid, { body: bid }))
  await spendAll(account, listed)
  return { account, listed, held }
}

/** Sends a wallet's APT away, so that the gas of doing so takes the rest. */
async function spendAll(account: Account, listed: Address): Promise<void> {
  const body = { walletAddress: addressOf(account), items: [{ tokenDataId: listed }] }
  const balance = async () => Number((await market.call(buildDelist, { body })).split.balanceOctas)
  const send = (amount: number) => market.send(account, '1::aptos_account::transfer', [addressOf(market.buyer), amount])
  const before = await balance()
  await send(1)
  const left = await balance()
  await send(left - (before - left - 1))
  expect(await balance()).toBe(0)
}
