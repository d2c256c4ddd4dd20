import { PayloadMismatchError } from '@opal/chain/rest/node-errors'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTrade, called, codes } from '../../testing/ask-trade.ts'
import { openListing } from '../../testing/open-listing.ts'
import { createTestApi, simulated, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const ask = (action: 'buy' | 'list' | 'delist', walletAddress: string, items: readonly object[], on = api) =>
  askTrade(on, `collection/nfts/${action}`, { walletAddress, items })
const listed = { tokenDataId: EXAMPLE.listedTokenDataId }
const own = { tokenDataId: EXAMPLE.tokenDataId }

describe('buying', () => {
  it('is a call of the marketplace with every octa accounted for', async () => {
    const answer = await ask('buy', EXAMPLE.buyer, [listed])
    expect(called(answer)?.function).toMatch(/::coin_listing::purchase_for_at_most$/)
    expect(called(answer)?.functionArguments).toEqual([`0x${'1'.repeat(64)}`, '200000000'])
    expect(answer.priceGuard).toBe('call')
    expect(answer.split).toEqual({
      priceOctas: '200000000',
      commissionOctas: '3000000',
      royaltyOctas: '10000000',
      sellerOctas: '187000000',
      placingFeeOctas: '0',
      gasOctas: '1200',
      storageRefundOctas: '500',
      totalOctas: '200001200',
      receivedOctas: '0',
      balanceOctas: '10000000000',
      balanceAfterOctas: '9799999300',
    })
    expect(answer.simulation).toMatchObject({ success: true, gasUsed: '12', error: null })
    expect(answer.items[0]).toMatchObject({ name: 'Monkey #9', commissionBps: 150, royaltyBps: 500, reason: null })
    expect(answer.reason).toBeNull()
  })

  it('of several goes into one transaction', async () => {
    const stranger = `0x${'5e'.repeat(32)}`
    const answer = await ask('buy', stranger, [listed, { tokenDataId: THIRD_TOKEN }])
    expect(called(answer)?.function).toMatch(/::marketplace_scripts::purchase_many_for_at_most$/)
    expect(answer.split.priceOctas).toBe('500000000')
  })

  it('says why an item cannot be bought, and buys the others', async () => {
    const answer = await ask('buy', EXAMPLE.buyer, [
      own,
      { tokenDataId: THIRD_TOKEN },
      { tokenDataId: CLOSED_MARKETPLACE_TOKEN },
      { ...listed, maxPrice: '199999999' },
    ])
    expect(answer.items.map((item) => item.reason?.code)).toEqual([
      'listing-gone',
      'own-listing',
      'marketplace-closed',
      'price-changed',
    ])
    expect(answer.items[0]?.reason?.sentence).toBe('Token is already sold or delisted')
    expect(answer.payload).toBeNull()
    expect(answer.reason).toBeNull()
    const mixed = await ask('buy', EXAMPLE.buyer, [own, listed, listed])
    expect(codes(mixed)).toEqual(['listing-gone', null, 'duplicate'])
    expect(mixed.split.priceOctas).toBe('200000000')
  })

  it('of an item that exists once takes one of its listings, and says so of the others', async () => {
    await using twice = await createTestApi()
    const other = contractsOf('local').find(
      ({ adapter, contracts }) => !adapter.isNative && contracts.status === 'active',
    )
    const marketplace = other?.adapter.id ?? ''
    const listingId = `0x${'9'.repeat(64)}`
    await openListing(twice, { ...listed, marketplace, listingId })
    const here = { ...listed, marketplace: nativeMarketplace.id }
    const there = { ...listed, marketplace }
    const reasonsOf = async (...items: readonly object[]) =>
      (await ask('buy', EXAMPLE.buyer, items, twice)).items.map(({ reason }) => reason?.sentence ?? null)
    const once = 'There’s only one of this item, and another listing of it is already in the list.'
    expect(await reasonsOf(here, there)).toEqual([null, once])
    expect(await reasonsOf({ ...here, listingId: `0x${'1'.repeat(64)}` }, { ...there, listingId })).toEqual([
      null,
      once,
    ])
    expect(await reasonsOf(there, there)).toEqual([null, 'This item is in the list twice.'])
    // One that cannot be bought does not keep the others from it.
    expect(await reasonsOf({ ...here, maxPrice: '1' }, there)).toEqual(['The price has changed.', null])
  })

  it('with too little APT says so, by how much, and still shows the price', async () => {
    await using poor = await createTestApi({ balanceOctas: async () => 100n })
    const answer = await ask('buy', EXAMPLE.buyer, [listed], poor)
    expect(answer.reason?.code).toBe('insufficient-balance')
    expect(answer.split.balanceAfterOctas).toBe('-200000600')
  })

  it('of a listing sold since is explained from the simulation', async () => {
    const vmStatus = 'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): gone'
    await using late = await createTestApi({
      simulate: async () => simulated({ success: false, vmStatus }),
    })
    const answer = await ask('buy', EXAMPLE.buyer, [listed], late)
    expect(answer.reason).toEqual({ code: 'listing-gone', sentence: 'Token is already sold or delisted' })
    expect(answer.simulation).toMatchObject({ success: false, vmStatus })
  })

  it('without a node says so', async () => {
    const fail = () => Promise.reject(new Error('no route to host'))
    await using alone = await createTestApi({ simulate: fail, balanceOctas: fail })
    const answer = await ask('buy', EXAMPLE.buyer, [listed], alone)
    expect(answer).toMatchObject({
      simulation: null,
      reason: { code: 'node-unavailable' },
      split: { balanceAfterOctas: null },
    })
  })

  it('that the contract on chain does not know fails with the node’s message', async () => {
    const refuse = () => Promise.reject(new PayloadMismatchError('0x1::a::b', 'no such module'))
    await using other = await createTestApi({ simulate: refuse })
    const answer = await ask('buy', EXAMPLE.buyer, [listed], other)
    expect(answer.reason).toMatchObject({
      code: 'simulation-failed',
      sentence: expect.stringContaining('no such module'),
    })
  })
})

describe('listing', () => {
  // @feature list.proceeds-held
  it('is a call of the native marketplace that costs only gas, and holds what is shown to be received', async () => {
    const answer = await ask('list', EXAMPLE.owner, [{ ...own, price: '150000000' }])
    expect(called(answer)?.function).toMatch(/::coin_listing::init_with_terms_many_for_at_least$/)
    expect(called(answer)?.functionArguments.at(-1)).toEqual(['140250000'])
    expect(answer.items[0]).toMatchObject({ marketplace: nativeMarketplace.id, sellerOctas: '140250000' })
    expect(answer.split).toMatchObject({ priceOctas: '150000000', totalOctas: '1200' })
  })

  it('says why a token cannot be listed', async () => {
    const price = '150000000'
    const unknown = { tokenDataId: `0x${'9'.repeat(64)}` }
    const answer = await ask('list', EXAMPLE.owner, [
      { ...listed, price },
      { tokenDataId: THIRD_TOKEN, price },
      { ...unknown, price },
      { ...own, price: '99999' },
    ])
    expect(answer.items.map((item) => item.reason?.code)).toEqual([
      'already-listed',
      'not-owner',
      'token-not-found',
      'price-too-low',
    ])
    expect(answer.payload).toBeNull()
  })
})

describe('delisting', () => {
  it('takes the own listing back', async () => {
    const answer = await ask('delist', EXAMPLE.owner, [listed])
    expect(called(answer)?.function).toMatch(/::coin_listing::end_fixed_price$/)
    expect(answer.split.totalOctas).toBe('1200')
  })

  it('refuses what is not listed, or is another wallet’s', async () => {
    const answer = await ask('delist', EXAMPLE.owner, [own, { tokenDataId: THIRD_TOKEN }])
    expect(answer.items.map((item) => item.reason?.code)).toEqual(['listing-gone', 'not-owner'])
  })
})
