import { parseAddress } from '@opal/domain/address'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { checkEffects, maxGasUnits } from './check-effects.ts'
import {
  BUY,
  bought,
  FILLED,
  GAS,
  listing,
  MARKETPLACES,
  OTHER,
  PRICE,
  SELL,
  SOLD,
  SWEEP,
  simulated,
  TOKEN,
  verdict,
} from './testing/simulated-effects.ts'
import { itemWith, SIGNER } from './testing/trade-fixtures.ts'

const ELSEWHERE = parseAddress('0xc1')

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

  it('refuses a refund of storage above what the network returns: a price would seem to come back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** 6n), (shown, refund) => {
        const { split } = bought
        const answer = { ...bought, split: { ...split, storageRefundOctas: String(shown) } }
        const check = () =>
          checkEffects(BUY, answer, SIGNER, simulated({ gain: -PRICE, events: [FILLED], refund }), MARKETPLACES)
        if (shown > refund + 100_000n) expect(check).toThrow('the network returns less than is shown')
        else expect(check).not.toThrow()
      }),
    )
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
