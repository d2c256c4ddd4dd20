import type { SimulationResult } from '@opal/chain/rest/simulation'
import { parseAddress, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { answerOf } from '../testing/testing-answer.ts'
import { checkEffects, maxGasUnits } from './check-effects.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { itemWith, listingAt, NATIVE, offerAt, PLACE, SIGNER } from './testing/trade-fixtures.ts'

const TOKEN = parseAddress('0x70')
const OTHER = parseAddress('0x71')
const COLLECTION = parseAddress('0xc0')
const ELSEWHERE = parseAddress('0xc1')
/** In any coin: the coin of an order is in a resource, which is left out here. */
const MARKETPLACES = PLACE.marketplaces.map(({ adapter, contracts }) => ({
  adapter,
  contracts: { ...contracts, includesForeignOrders: true },
}))
const own = MARKETPLACES.find(({ adapter }) => adapter.isNative)
const PACKAGE = own === undefined ? '' : toShortAddress(own.contracts.packageAddress)
const GAS = 10_000n

interface Happens {
  readonly gain?: bigint
  readonly gas?: bigint
  readonly events?: readonly { readonly name: string; readonly token: string; readonly more?: JsonObject }[]
  readonly collection?: string
}

/** Returns the simulation of a call with these effects. */
function simulated({ gain = 0n, gas = GAS, events = [], collection = COLLECTION }: Happens): SimulationResult {
  const money = { coin_type: '0x1::aptos_coin::AptosCoin', account: SIGNER, amount: String(gain < 0n ? -gain : gain) }
  const emitted = [
    ...(gain === 0n ? [] : [{ type: `0x1::coin::Coin${gain < 0n ? 'Withdraw' : 'Deposit'}`, data: money }]),
    ...events.map(({ name, token, more = {} }) => ({
      type: `${PACKAGE}::events::${name}`,
      data: { ...orderOf(token, collection), ...more },
    })),
  ]
  return {
    success: true,
    vmStatus: 'Executed successfully',
    gasUsed: gas / 100n,
    gasUnitPrice: 100n,
    storageRefundOctas: 0n,
    transaction: {
      version: 1n,
      hash: '0x1',
      blockHeight: 1n,
      epoch: 1n,
      timestampMicros: 1n,
      success: true,
      sender: SIGNER,
      entryFunction: null,
      gasUsed: gas / 100n,
      gasUnitPrice: 100n,
      changes: [],
      events: emitted.map((event, index) => ({
        ...event,
        index,
        accountAddress: ZERO_ADDRESS,
        creationNumber: 0n,
        sequenceNumber: 0n,
      })),
    },
  }
}

function orderOf(token: string, collection: string): JsonObject {
  return {
    listing: '0x115',
    token_offer: '0x0ff',
    seller: '0x5e11',
    purchaser: SIGNER,
    price: '100000000',
    commission: '0',
    royalties: '0',
    type: 'fixed price',
    token_metadata: {
      creator_address: '0xc',
      collection_name: 'Stones',
      token_name: 'Stone',
      property_version: { vec: [] },
      collection: { vec: [{ inner: collection }] },
      token: { vec: [{ inner: token }] },
    },
  }
}

const PRICE = 100_000_000n
const BUY: ChosenDraft = { call: 'buy', body: { items: [{ tokenDataId: TOKEN }] } }
const SWEEP: ChosenDraft = { call: 'sweep', body: { collectionId: COLLECTION, count: 1 } }
const SELL: ChosenDraft = { call: 'accept-bid', body: { items: [{ tokenDataId: TOKEN }] } }
const FILLED = { name: 'ListingFilledEvent', token: TOKEN }
const SOLD = { name: 'TokenOfferFilledEvent', token: TOKEN }
const facts = {
  nth: 2,
  priceOctas: PRICE,
  marketplaces: [],
  isOld: true,
  receiver: SIGNER,
  isBestEffort: false,
}
const listing = { ...listingAt({ ...facts, isOld: false }, NATIVE, 0), listingId: parseAddress('0x115') }
const offer = { ...offerAt(facts, NATIVE, 0), offerId: parseAddress('0x0ff') }
const bought = answerOf(
  { gasOctas: String(GAS), totalOctas: String(PRICE + GAS) },
  { items: [{ ...itemWith(listing.token, { listing }), tokenDataId: TOKEN }] },
)
const sold = answerOf(
  { gasOctas: String(GAS), totalOctas: String(GAS), receivedOctas: String(PRICE) },
  { items: [{ ...itemWith(listing.token, { offer }), tokenDataId: TOKEN }] },
)

function verdict(draft: ChosenDraft, happens: Happens): string {
  try {
    checkEffects(draft, draft.call === 'accept-bid' ? sold : bought, SIGNER, simulated(happens), MARKETPLACES)
    return 'accepted'
  } catch (error) {
    if (error instanceof PayloadRefusedError) return error.message
    throw error
  }
}

// @feature trade.payload-checked
describe('checking the simulated effects of a call', () => {
  it.each([
    ['a purchase', BUY, { gain: -PRICE, events: [FILLED] }],
    ['a sweep', SWEEP, { gain: -PRICE, events: [FILLED] }],
    ['a sale', SELL, { gain: PRICE, events: [SOLD] }],
  ])('accepts %s with the effects that are shown', (_what, draft, happens) => {
    expect(verdict(draft, happens)).toBe('accepted')
  })

  it('refuses a sale that brings less than is shown, or nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, PRICE - 1n), (gain) => {
        expect(verdict(SELL, { gain, events: [SOLD] })).toContain('something that brings you less than is shown')
      }),
    )
    expect(verdict(SELL, { events: [SOLD] })).toContain('brings you less')
  })

  it('refuses a purchase that costs more than is shown', () => {
    expect(verdict(BUY, { gain: -PRICE - 1n, events: [FILLED] })).toContain('costs you more')
  })

  it.each([
    [true, 'something that’s no longer for sale'],
    [false, 'an order for another token'],
  ])(
    'refuses a purchase without an item that is shown, and where it may be left out says that it is gone: %s',
    (bestEffort, words) => {
      const draft: ChosenDraft = { call: 'buy', body: { items: [{ tokenDataId: TOKEN }], bestEffort } }
      expect(verdict(draft, {})).toContain(words)
    },
  )

  it.each([
    ['filled', 'ListingFilledEvent'],
    ['taken back', 'ListingCanceledEvent'],
    ['repriced', 'ListingPlacedEvent'],
  ])('refuses an additional order for another token, %s', (_what, name) => {
    const events = [SOLD, { name, token: OTHER }]
    expect(verdict(SELL, { gain: PRICE, events })).toContain('something with another token')
    expect(verdict(BUY, { gain: -PRICE, events: [FILLED, { name, token: OTHER }] })).toContain('another token')
  })

  it('refuses a v1 listing that is filled in another edition than is shown', () => {
    const edition = fc.bigInt(0n, 4n)
    const names = { creatorAddress: parseAddress('0xc'), collectionName: 'Stones', tokenName: 'Stone' }
    const tokenDataId = tokenDataIdV1(names.creatorAddress, names.collectionName, names.tokenName)
    const collectionId = collectionIdV1(names.creatorAddress, names.collectionName)
    const drafts: readonly ChosenDraft[] = [
      { call: 'buy', body: { items: [{ tokenDataId }] } },
      { call: 'sweep', body: { collectionId, count: 1 } },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...drafts), edition, edition, (draft, shown, filled) => {
        const token = { standard: 'v1', tokenDataId, ...names, propertyVersion: shown } as const
        const answer = { ...bought, items: [itemWith(token, { listing: { ...listing, token } })] }
        const old = { property_version: { vec: [String(filled)] }, collection: { vec: [] }, token: { vec: [] } }
        const token_metadata = { creator_address: '0xc', collection_name: 'Stones', token_name: 'Stone', ...old }
        const happens = { gain: -PRICE, events: [{ ...FILLED, more: { token_metadata } }] }
        const check = () => checkEffects(draft, answer, SIGNER, simulated(happens), MARKETPLACES)
        if (shown === filled) expect(check).not.toThrow()
        else expect(check).toThrow('another edition than is shown')
      }),
    )
  })

  it('refuses a sweep into another collection', () => {
    expect(verdict(SWEEP, { gain: -PRICE, events: [FILLED], collection: ELSEWHERE })).toContain('another collection')
  })

  it('refuses gas far above what is shown, and signs with that limit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), (octas) => {
        const gas = (octas / 100n) * 100n
        const isMuch = gas > GAS * 2n + 100_000n
        expect(verdict(BUY, { gain: -PRICE, gas, events: [FILLED] })).toContain(isMuch ? 'more gas' : 'accepted')
        const most = BigInt(maxGasUnits(simulated({ gas }))) * 100n
        expect(most).toBeGreaterThanOrEqual(gas < 200_000_000n ? gas : 200_000_000n)
        expect(most).toBeLessThanOrEqual(gas * 2n + 100_000n)
      }),
    )
  })
})

// @feature trade.payload-checked
describe('the order that a call meets', () => {
  const order = { tokenDataId: TOKEN, marketplace: NATIVE, listingId: listing.listingId }
  const item = { ...itemWith(listing.token, { listing }), tokenDataId: TOKEN }
  const answer = answerOf({ gasOctas: String(GAS), totalOctas: String(GAS) }, { items: [item] })
  const named = [{ kind: 'listing', marketplace: NATIVE, orderId: listing.listingId }] as const
  const calls: readonly (readonly [string, string, ChosenDraft])[] = [
    ['a purchase', 'ListingFilledEvent', { call: 'buy', body: { items: [order] } }],
    ['a new price', 'ListingPlacedEvent', { call: 'update-price', body: { items: [{ ...order, price: '1' }] } }],
    ['a move', 'ListingCanceledEvent', { call: 'relist', body: { items: [{ ...order, price: '1' }] } }],
    ['a delisting', 'ListingCanceledEvent', { call: 'delist', body: { items: [order] } }],
    ['a clean-up', 'ListingCanceledEvent', { call: 'clean-up', body: { orders: [...named] } }],
  ]

  it.each(calls)('%s is of the listing that is named, and of no other of the token', (_what, name, draft) => {
    const check = (id: string) => () =>
      checkEffects(
        draft,
        answer,
        SIGNER,
        simulated({ events: [{ name, token: TOKEN, more: { listing: id } }] }),
        MARKETPLACES,
      )
    expect(check(listing.listingId)).not.toThrow()
    expect(check('0x116')).toThrow('another order')
  })

  it('each of several is of its own token, however their orders are exchanged', () => {
    const tokens = [TOKEN, OTHER, parseAddress('0x72')]
    const ids = ['0x115', '0x116', '0x117'].map(parseAddress)
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...calls.slice(0, -1)), order, ([, name, { call }], met) => {
        const items = tokens.map((tokenDataId, at) => ({
          tokenDataId,
          marketplace: NATIVE,
          listingId: String(ids[at]),
          price: String(at + 1),
        }))
        const answered = items.map(({ tokenDataId, listingId }) => ({
          ...itemWith(listing.token, { listing: { ...listing, listingId } }),
          tokenDataId,
        }))
        const events = tokens.map((token, at) => ({ name, token, more: { listing: String(ids[met[at] ?? 0]) } }))
        const check = () =>
          checkEffects(
            { call, body: { items } } as ChosenDraft,
            { ...answer, items: answered },
            SIGNER,
            simulated({ events }),
            MARKETPLACES,
          )
        if (met.every((one, at) => one === at)) expect(check).not.toThrow()
        else expect(check).toThrow('another order')
      }),
    )
  })

  it('of several items of one token, each is met', () => {
    const ids = ['0x115', '0x116', '0x117'].map(parseAddress)
    const items = ids.map((listingId, at) => ({
      tokenDataId: TOKEN,
      marketplace: NATIVE,
      listingId,
      propertyVersion: String(at),
      price: '1',
    }))
    const answered = ids.map((listingId) => ({
      ...itemWith(listing.token, { listing: { ...listing, listingId } }),
      tokenDataId: TOKEN,
    }))
    fc.assert(
      fc.property(fc.constantFrom(...calls.slice(0, -1)), fc.subarray(ids), ([, name, { call }], met) => {
        // An order under a fee schedule of someone else is no event of ours.
        const events = met.map((id) => ({ name, token: TOKEN, more: { listing: id } }))
        const check = () =>
          checkEffects(
            { call, body: { items } } as ChosenDraft,
            { ...answer, items: answered },
            SIGNER,
            simulated({ events }),
            MARKETPLACES,
          )
        if (met.length === ids.length) expect(check).not.toThrow()
        else expect(check).toThrow(PayloadRefusedError)
      }),
    )
  })

  it('is of the edition that is shown, whatever is done to it', () => {
    const names = { creatorAddress: parseAddress('0xc'), collectionName: 'Stones', tokenName: 'Stone' }
    const tokenDataId = tokenDataIdV1(names.creatorAddress, names.collectionName, names.tokenName)
    const edition = fc.bigInt(0n, 3n)
    const eventOf = (name: string, propertyVersion: bigint, more: JsonObject = {}) => {
      const old = { property_version: { vec: [String(propertyVersion)] }, collection: { vec: [] }, token: { vec: [] } }
      const token_metadata = { creator_address: '0xc', collection_name: 'Stones', token_name: 'Stone', ...old }
      return { name, token: tokenDataId, more: { token_metadata, ...more } }
    }
    fc.assert(
      fc.property(fc.constantFrom(...calls.slice(0, -1)), edition, edition, edition, (call, shown, met, placed) => {
        const [, name, draft] = call
        const token = { standard: 'v1', tokenDataId, ...names, propertyVersion: shown } as const
        const answered = { ...answer, items: [itemWith(token, { listing: { ...listing, token } })] }
        // A listing that moves is placed again, under another id.
        const moved = draft.call === 'relist' ? [eventOf('ListingPlacedEvent', placed, { listing: '0x999' })] : []
        const events = [eventOf(name, met), ...moved]
        const check = () => checkEffects(draft, answered, SIGNER, simulated({ events }), MARKETPLACES)
        const isShown = met === shown && (moved.length === 0 || placed === shown)
        if (isShown) expect(check).not.toThrow()
        else expect(check).toThrow('another edition than is shown')
      }),
    )
  })

  it('a sale is into the bid that is named', () => {
    expect(verdict(SELL, { gain: PRICE, events: [{ ...SOLD, more: { token_offer: '0x0fe' } }] })).toContain(
      'another order',
    )
  })
})
