import { NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainEvent } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTrade, called, codes, nameOf } from '../../testing/ask-trade.ts'
import { nativeSale } from '../../testing/native-sale.ts'
import { openListing } from '../../testing/open-listing.ts'
import { createTestApi, simulated, type TestApi } from '../../testing/test-api.ts'

const STRANGER = `0x${'5e'.repeat(32)}`
const TOKEN_OFFER = `0x${'5'.repeat(64)}`
const NATIVE_LISTING = `0x${'1'.repeat(64)}`
const OTHER_LISTING = `0x${'a'.repeat(64)}`
const native = nativeMarketplace.id
const other =
  contractsOf('local').find(
    ({ adapter, contracts }) =>
      !adapter.isNative && contracts.status === 'active' && adapter.aggregatorSupport?.delists.includes('v2'),
  )?.adapter.id ?? ''

/** Where there is no aggregator, and no script can be composed of what the node shows. */
const ALONE = [
  { module: async () => ({ bytecode: new Uint8Array(), functions: [] }) },
  { OPAL_NETWORK: 'mainnet' },
] as const

let api: TestApi
let alone: TestApi
beforeAll(async () => {
  ;[api, alone] = [await createTestApi(), await createTestApi(...ALONE)]
  for (const one of [api, alone]) await listElsewhere(one)
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await alone[Symbol.asyncDispose]()
})

/** The owner's unlisted token is for sale at another marketplace for 2.5 APT. */
function listElsewhere(api: TestApi): Promise<void> {
  return openListing(api, { listingId: OTHER_LISTING, marketplace: other, tokenDataId: EXAMPLE.tokenDataId })
}

function eventOf(type: string, data: Json): ChainEvent {
  return { index: 0, type, accountAddress: ZERO_ADDRESS, creationNumber: 0n, sequenceNumber: 0n, data }
}

const ask = <Answer extends TradeAnswer = TradeAnswer>(path: string, payload: object, on = api) =>
  askTrade<Answer>(on, `collection/${path}`, payload)
/** The call to sign, and its limit. */
const guardedOf = (answer: TradeAnswer) => `${nameOf(answer)} ${called(answer)?.functionArguments.at(-1)}`
const [here, there, third] = [EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId, THIRD_TOKEN].map((tokenDataId) => ({
  tokenDataId,
}))

describe('buying at several marketplaces', () => {
  const buy = (changes: object = {}, on = api) =>
    ask('nfts/buy', { walletAddress: STRANGER, items: [here, there, third], ...changes }, on)

  it('is one call of the aggregator, with the most that is paid for each', async () => {
    const answer = await buy()
    expect([nameOf(answer), ...codes(answer)]).toEqual(['aggregator::purchase_many', null, null, null])
    expect(called(answer)?.functionArguments.slice(0, 2)).toEqual([
      [NATIVE_LISTING, OTHER_LISTING, `0x${'2'.repeat(64)}`],
      [native, other, native],
    ])
    expect(called(answer)?.functionArguments).toContainEqual(['200000000', '250000000', '300000000'])
    expect(answer.split).toMatchObject({ priceOctas: '750000000', totalOctas: '750001200' })
  })

  it('buys what is still there when that is asked for, at one marketplace too', async () => {
    expect(nameOf(await buy({ bestEffort: true }))).toBe('aggregator::try_purchase_many')
    expect(nameOf(await buy({ bestEffort: true, items: [here, third] }))).toBe('aggregator::try_purchase_many')
    expect(nameOf(await buy({ items: [here, third] }))).toBe('marketplace_scripts::purchase_many_for_at_most')
  })

  it('leaves out of the sum what the simulation leaves out, and says why', async () => {
    const type = `${toShortAddress(aggregatorOn('local') ?? ZERO_ADDRESS)}::aggregator::PurchaseTried`
    const { transaction } = simulated({})
    const withOutcomes = (...outcomes: readonly number[]) => ({
      simulate: async () =>
        simulated({ transaction: { ...transaction, events: outcomes.map((outcome) => eventOf(type, { outcome })) } }),
    })
    const answerWhen = async (...outcomes: readonly number[]) => {
      await using one = await createTestApi(withOutcomes(...outcomes))
      await listElsewhere(one)
      return await buy({ bestEffort: true }, one)
    }
    const answer = await answerWhen(0, 1, 2)
    expect(codes(answer)).toEqual([null, 'listing-gone', 'price-changed'])
    expect(answer.split.priceOctas).toBe('200000000')
    expect(codes(await answerWhen(3))).toEqual([null, null, null])
    expect(await answerWhen(3, 3, 3)).toMatchObject({ payload: null, split: { priceOctas: '0' } })
  })

  it("is the first marketplace's part where nothing that holds the price reaches all, and counts the money of that", async () => {
    const answer = await buy({}, alone)
    expect([guardedOf(answer), ...codes(answer)]).toEqual([
      'marketplace_scripts::purchase_many_for_at_most 500000000',
      null,
      'one-at-a-time',
      null,
    ])
    expect(answer.split.priceOctas).toBe('500000000')
  })

  it('shows how the chain splits a price where that is not by the usual rates, and says so', async () => {
    const order = { listingId: NATIVE_LISTING, tokenDataId: EXAMPLE.listedTokenDataId }
    const answerWhen = async (commission: string) => {
      const transaction = nativeSale(order, { price: '200000000', commission, royalties: '10000000' })
      await using other = await createTestApi({ simulate: async () => simulated({ transaction }) })
      return await buy({ items: [here] }, other)
    }
    const usual = await answerWhen('3000000')
    expect([usual.reason, usual.warning]).toEqual([null, undefined])
    const other = await answerWhen('5000000')
    expect([other.reason, other.warning?.code]).toEqual([null, 'split-differs'])
    expect(other.split).toMatchObject({ sellerOctas: '185000000', commissionOctas: '5000000', totalOctas: '200001200' })
  })
})

describe('listing, and selling into bids', () => {
  it('waits for a node that does not show what a script is composed of', async () => {
    const module = () => Promise.reject(new NodeUnreachableError('it is silent'))
    await using silent = await createTestApi({ module }, { OPAL_NETWORK: 'mainnet' })
    await silent.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
    const items = [native, other].map((marketplace, at) => {
      return { tokenDataId: [EXAMPLE.tokenDataId, CLOSED_MARKETPLACE_TOKEN][at], price: '150000000', marketplace }
    })
    const answer = await ask('nfts/list', { walletAddress: EXAMPLE.owner, items }, silent)
    expect([answer.payload, answer.reason?.code]).toEqual([null, 'node-unavailable'])
  })

  it('lists the first where marketplaces cannot be reached together', async () => {
    const items = [native, other].map((marketplace, at) => {
      return { tokenDataId: [EXAMPLE.tokenDataId, CLOSED_MARKETPLACE_TOKEN][at], price: '150000000', marketplace }
    })
    await using free = await createTestApi(...ALONE)
    await free.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
    const answer = await ask('nfts/list', { walletAddress: EXAMPLE.owner, items }, free)
    const call = 'coin_listing::init_with_terms_many_for_at_least'
    expect([nameOf(answer), ...codes(answer)]).toEqual([call, null, 'one-at-a-time'])
  })

  // @feature accept.many
  it('sells several tokens into bids on their collection by the aggregator', async () => {
    await using free = await createTestApi()
    await free.store.db.deleteFrom('market.listings').where('seller', '=', EXAMPLE.owner).execute()
    const items = [EXAMPLE.listedTokenDataId, CLOSED_MARKETPLACE_TOKEN].map((tokenDataId) => ({ tokenDataId }))
    const answer = await ask('bid/nft/accept', { walletAddress: EXAMPLE.owner, items }, free)
    expect([nameOf(answer), ...codes(answer)]).toEqual(['aggregator::instant_sell_for_at_least', null, null])
    // Twice 1.5 APT less 1.5 % and 5 %.
    expect(called(answer)?.functionArguments.slice(-2)).toEqual([['140250000', '140250000'], '280500000'])
    expect(answer.priceGuard).toBe('aggregator')
    expect(answer.split.receivedOctas).toBe('280500000')
  })

  it('sells what is free, where no script can be composed that takes the listed back first', async () => {
    await using half = await createTestApi(...ALONE)
    const items = [here, there, { tokenDataId: CLOSED_MARKETPLACE_TOKEN }]
    const answer = await ask('bid/nft/accept', { walletAddress: EXAMPLE.owner, items }, half)
    expect([guardedOf(answer), ...codes(answer)]).toEqual([
      `token_offer::sell_tokenv2_for_at_least ${answer.split.receivedOctas}`,
      'one-at-a-time',
      null,
      'not-offered',
    ])
    expect(answer.items[0]?.reason?.sentence).toContain('Delist it first')
    expect(answer.items[1]?.offerId).toBe(TOKEN_OFFER)
  })
})

describe('moving listings to the native marketplace', () => {
  const relist = (changes: object = {}, on = api) => {
    const items = [{ ...there, price: '260000000' }]
    return ask('nfts/relist', { walletAddress: EXAMPLE.owner, items, ...changes }, on)
  }

  // @feature list.move
  it('is one call of the aggregator that costs gas only, and shows the new split', async () => {
    const answer = await relist()
    expect([nameOf(answer), ...codes(answer)]).toEqual(['aggregator::delist_and_list_many_for_at_least', null])
    expect(called(answer)?.functionArguments.at(-1)).toEqual([answer.split.sellerOctas])
    expect(called(answer)?.functionArguments.slice(0, 3)).toEqual([[OTHER_LISTING], [other], [EXAMPLE.tokenDataId]])
    expect(answer.items[0]).toMatchObject({ marketplace: native, priceOctas: '260000000', commissionBps: 150 })
    expect(answer.split).toMatchObject({ totalOctas: '1200', receivedOctas: '0' })
  })

  it('is for the seller, at 0.001 APT or more', async () => {
    const low = await relist({ items: [{ ...there, price: '99999' }] })
    expect(low.items[0]?.reason).toEqual({ code: 'price-too-low', sentence: 'Price cannot be below 0.001' })
    expect(codes(await relist({ items: [{ ...there, price: '100000' }] }))).toEqual([null])
    expect(codes(await relist({ walletAddress: STRANGER }))).toEqual(['not-owner'])
    const twice = { ...there, price: '260000000' }
    expect(codes(await relist({ items: [twice, twice] }))).toEqual([null, 'duplicate'])
  })

  it('is not begun where it could only be half done', async () => {
    const answer = await relist({}, alone)
    expect(answer.payload).toBeNull()
    expect(answer.items[0]?.reason?.sentence).toContain('Delist it first')
  })
})

describe('sweeping a collection', () => {
  type Swept = TradeAnswer & { readonly curve: readonly { readonly count: number; readonly costOctas: string }[] }
  const sweep = (limits: object, walletAddress = STRANGER, on = api) =>
    ask<Swept>('nfts/sweep', { walletAddress, collectionId: EXAMPLE.collectionId, ...limits }, on)
  const tokensOf = ({ items }: TradeAnswer) => items.map((item) => item.tokenDataId)
  const [one, two, three] = [EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId, THIRD_TOKEN]

  it('buys the cheapest across marketplaces, and says what any number would cost', async () => {
    const answer = await sweep({ count: 2 })
    expect([nameOf(answer), ...tokensOf(answer)]).toEqual(['aggregator::purchase_many', one, two])
    expect(answer.split.priceOctas).toBe('450000000')
    expect(answer.curve).toEqual([
      { count: 1, costOctas: '200000000' },
      { count: 2, costOctas: '450000000' },
      { count: 3, costOctas: '750000000' },
    ])
  })

  it('keeps to budget, highest price and exclusions, and never buys from oneself', async () => {
    expect(tokensOf(await sweep({ budget: '749999999' }))).toEqual([one, two])
    expect(tokensOf(await sweep({ budget: '750000000' }))).toEqual([one, two, three])
    expect(tokensOf(await sweep({ maxPrice: '200000000' }))).toEqual([one])
    expect(tokensOf(await sweep({ count: 9, exclude: { marketplaces: [other] } }))).toEqual([one, three])
    expect(tokensOf(await sweep({ count: 9, exclude: { tokenDataIds: [one] } }))).toEqual([two, three])
    expect(tokensOf(await sweep({ count: 9 }, EXAMPLE.owner))).toEqual([three])
    expect(nameOf(await sweep({ count: 9, bestEffort: true }))).toBe('aggregator::try_purchase_many')
  })

  it('says so when nothing fits', async () => {
    const answer = await sweep({ maxPrice: '1' })
    expect(answer).toMatchObject({ payload: null, items: [], curve: [], reason: { code: 'nothing-for-sale' } })
  })

  it('of nothing in particular is a bad request, of no collection not found', async () => {
    const status = async (payload: object) =>
      (await api.server.inject({ method: 'POST', url: '/api/collection/nfts/sweep', payload })).statusCode
    const request = { walletAddress: STRANGER, collectionId: EXAMPLE.collectionId }
    expect(await status(request)).toBe(400)
    expect(await status({ ...request, count: 31 })).toBe(400)
    expect(await status({ ...request, collectionId: '0xff', count: 1 })).toBe(404)
  })
})
