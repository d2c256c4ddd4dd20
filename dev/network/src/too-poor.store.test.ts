import { Account } from '@aptos-labs/ts-sdk'
import { listUserBids } from '@opal/contract/bids'
import { listCollections } from '@opal/contract/collections'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { buildCleanUp } from '@opal/contract/order-health'
import { listPendingClaims, listSentOffers } from '@opal/contract/portfolio/claims'
import { listListedTokens } from '@opal/contract/tokens'
import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { buildClaim, buildTakeBack, buildTransfer, buildTransferMany } from '@opal/contract/trading/moving'
import { buildPoolBid, buildPoolDeposit, buildPoolWithdrawal } from '@opal/contract/trading/pools'
import {
  buildDelist,
  buildList,
  buildListAndUpdate,
  buildRelist,
  buildUpdatePrice,
} from '@opal/contract/trading/selling'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { YEAR_2100 } from './testing/draft-parts.ts'
import { createSeededMarket, type SeededMarket } from './testing/seeded-market.ts'

const PRICE = '500000000'
const BID = '1000000'
/** Calls whose price is that of the cheapest token. */
const PRICED_BY_TOKEN = ['build-buy', 'build-sweep', 'build-token-bid']
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
function expectTooPoor(answer: TradeAnswer, id = ''): void {
  expect(answer.reason, id).toMatchObject({
    code: 'insufficient-balance',
    sentence: expect.stringContaining('Not enough APT in your wallet'),
  })
  // A node simulates without taking the gas, so it may find that the price alone can be paid.
  const { success, error } = answer.simulation ?? {}
  expect(success === true ? 'insufficient-balance' : error?.code, id).toBe('insufficient-balance')
  expect(
    answer.items.map(({ reason }) => reason),
    id,
  ).toEqual(answer.items.map(() => null))
}

const signerOf = (wallet: Wallet) => ({ walletAddress: addressOf(wallet.account) })
const itemsOf = (wallet: Wallet, tokenDataId: Address) => ({ ...signerOf(wallet), items: [{ tokenDataId }] })

/** The trades that take a price from the wallet, by call. */
const PAYING: Readonly<Record<string, (walletAddress: Address) => Promise<TradeAnswer>>> = {
  'build-buy': (walletAddress) =>
    market.call(buildBuy, { body: { walletAddress, items: [{ tokenDataId: token(0).tokenDataId }] } }),
  'build-sweep': (walletAddress) => market.call(buildSweep, { body: { walletAddress, collectionId, count: 1 } }),
  'build-token-bid': (walletAddress) => {
    const { tokenDataId, priceOctas } = token(0)
    const bid = { tokenDataId, price: String(priceOctas), aboveFloor: true, expirationTime: YEAR_2100 }
    return market.call(buildTokenBid, { body: { walletAddress, ...bid } })
  },
  'build-collection-bid': (walletAddress) =>
    market.call(buildCollectionBid, { body: { walletAddress, collectionId, price: BID, expirationTime: YEAR_2100 } }),
  'build-pool-bid': (walletAddress) => {
    const bid = { collectionId, price: BID, expirationTime: YEAR_2100, deposit: BID }
    return market.call(buildPoolBid, { body: { walletAddress, ...bid } })
  },
  'build-pool-deposit': (walletAddress) => market.call(buildPoolDeposit, { body: { walletAddress, octas: BID } }),
}

/** The trades that only take gas from the wallet, by call. */
const ONLY_GAS: Readonly<Record<string, (wallet: Wallet) => Promise<TradeAnswer>>> = {
  'build-list': (wallet) =>
    market.call(buildList, { body: { ...signerOf(wallet), items: [{ tokenDataId: wallet.held, price: PRICE }] } }),
  'build-delist': (wallet) => market.call(buildDelist, { body: itemsOf(wallet, wallet.listed) }),
  'build-update-price': (wallet) => {
    const items = [{ tokenDataId: wallet.listed, price: '600000000' }]
    return market.call(buildUpdatePrice, { body: { ...signerOf(wallet), items } })
  },
  'build-list-and-update': (wallet) => {
    const items = [wallet.listed, wallet.held].map((tokenDataId) => ({ tokenDataId, price: '600000000' }))
    return market.call(buildListAndUpdate, { body: { ...signerOf(wallet), items } })
  },
  'build-relist': (wallet) => {
    const items = [{ tokenDataId: wallet.abroad, price: '600000000' }]
    return market.call(buildRelist, { body: { ...signerOf(wallet), items } })
  },
  'build-transfer': (wallet) => {
    const body = { ...signerOf(wallet), tokenDataId: wallet.held, toAddress: addressOf(market.buyer) }
    return market.call(buildTransfer, { body })
  },
  'build-transfer-many': (wallet) => {
    const body = { ...itemsOf(wallet, wallet.held), toAddress: addressOf(market.buyer) }
    return market.call(buildTransferMany, { body })
  },
  'build-claim': (wallet) => market.call(buildClaim, { body: { ...signerOf(wallet), tokenDataId: wallet.offered } }),
  'build-take-back': (wallet) => {
    const sent = { tokenDataId: wallet.sent, toAddress: addressOf(market.buyer), propertyVersion: '0' }
    return market.call(buildTakeBack, { body: { ...signerOf(wallet), ...sent } })
  },
  'build-accept-bid': (wallet) => market.call(buildAcceptBid, { body: itemsOf(wallet, wallet.held) }),
  'build-cancel-bid': (wallet) => market.call(buildCancelBid, { body: { ...signerOf(wallet), items: [wallet.bid] } }),
  'build-clean-up': async (wallet) => {
    const { marketplace, offerId } = wallet.bid
    const orders = [{ kind: 'collection-offer' as const, marketplace, orderId: offerId }]
    const { transactions } = await market.call(buildCleanUp, { body: { ...signerOf(wallet), orders } })
    if (transactions[0] === undefined) throw new Error('nothing to clean up')
    return transactions[0]
  },
  'build-pool-withdrawal': (wallet) => market.call(buildPoolWithdrawal, { body: { ...signerOf(wallet), octas: BID } }),
}

// @feature trade.too-poor
test('every call that builds a trade is among those that follow', () => {
  const building = (CATALOGUE as unknown as readonly Endpoint[]).filter(({ budget }) => budget === 'trade')
  const ids = building.map(({ id }) => id).filter((id) => id.startsWith('build-'))
  expect([...Object.keys(PAYING), ...Object.keys(ONLY_GAS)].toSorted()).toEqual(ids.toSorted())
})

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
    for (const [id, build] of Object.entries(PAYING)) {
      const price = PRICED_BY_TOKEN.includes(id) ? token(0).priceOctas : BigInt(BID)
      expectTooPoor(await build(await walletWith(balanceFor(price))), id)
    }
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
    const wallet = await walletWithNothing()
    for (const octas of [0, 1, 299]) {
      if (octas > 0) await market.fund(wallet.account, octas)
      for (const [id, build] of Object.entries(ONLY_GAS)) expectTooPoor(await build(wallet), id)
    }
  })
})

/** A wallet with something for every trade. */
interface Wallet {
  readonly account: Account
  /** Listed at the native marketplace, and at another one. */
  readonly listed: Address
  readonly abroad: Address
  /** Not listed; there is a bid for it. */
  readonly held: Address
  /** Its bid on a collection. */
  readonly bid: { readonly marketplace: string; readonly offerId: string }
  /** Tokens of the older standard: one to claim, one that was sent. */
  readonly offered: Address
  readonly sent: Address
}

/** Returns a wallet that has spent its APT on what the trades need. */
async function walletWithNothing(): Promise<Wallet> {
  const account = Account.generate()
  const walletAddress = addressOf(account)
  await market.fund(account)
  const [listed, held, abroad] = [token(2).tokenDataId, token(3).tokenDataId, token(4).tokenDataId]
  const sign = async (answer: Promise<TradeAnswer>) => void (await market.sign(await answer, account))
  const items = [listed, held, abroad].map((tokenDataId) => ({ tokenDataId }))
  await sign(market.call(buildBuy, { body: { walletAddress, items } }))
  const list = [
    { tokenDataId: listed, price: PRICE },
    { tokenDataId: abroad, price: PRICE, marketplace: otherMarketplace() },
  ]
  for (const item of list) await sign(market.call(buildList, { body: { walletAddress, items: [item] } }))
  const bid = { collectionId, price: BID, expirationTime: YEAR_2100 }
  await sign(market.call(buildCollectionBid, { body: { walletAddress, ...bid } }))
  await sign(market.call(buildPoolDeposit, { body: { walletAddress, octas: PRICE } }))
  const ofBuyer = { walletAddress: addressOf(market.buyer), ...bid }
  await market.sign(await market.call(buildCollectionBid, { body: ofBuyer }))
  await offerV1Token(account, market.buyer)
  await offerV1Token(market.buyer, account)
  const params = { wallet: walletAddress }
  const [made] = (await market.call(listUserBids, { params, query: {} })).data
  const [offered] = (await market.call(listPendingClaims, { params })).data
  const [sent] = (await market.call(listSentOffers, { params })).data
  if (!made || !offered || !sent) throw new Error('not all of it is indexed')
  await spendAll(account, listed)
  return {
    ...{ account, listed, held, abroad },
    bid: { marketplace: made.marketplace, offerId: made.offerId },
    offered: parseAddress(offered.token_data_id),
    sent: parseAddress(sent.token_data_id),
  }
}

/** Returns a marketplace other than the native one that takes listings. */
function otherMarketplace(): string {
  const open = contractsOf('local').filter(({ contracts: { status } }) => status === 'active')
  const other = open.find(({ adapter }) => adapter.id !== 'opal')
  if (other === undefined) throw new Error('no other marketplace is open')
  return other.adapter.id
}

/** Mints a token of the older standard, and offers it to another wallet, which has to claim it. */
async function offerV1Token(from: Account, to: Account): Promise<void> {
  const [creator, name] = [addressOf(from), 'Brass Key']
  const owed = [creator, '1000', '0']
  const allowed = [true, true, true, true, true]
  await market.send(from, '3::token::create_collection_script', [name, '', '', '0', [true, true, true]])
  await market.send(from, '3::token::create_token_script', [name, name, '', '1', '0', '', ...owed, allowed, [], [], []])
  await market.send(from, '3::token_transfers::offer_script', [addressOf(to), creator, name, name, '0', '1'])
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
