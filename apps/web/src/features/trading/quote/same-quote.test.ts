import type { TradeAnswer } from '@opal/contract/trading/trade'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf } from '../testing/trade-harness.tsx'
import { isNoDearerPurchase, isSameQuote } from './same-quote.ts'

describe('isSameQuote', () => {
  const shown = answerOf()

  it('accepts an equal quote', () => {
    expect(isSameQuote(shown, structuredClone(shown))).toBe(true)
  })

  it.each(['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const)(
    'rejects a quote whose %s differs by one octa',
    (part) => {
      const now = { ...shown, split: { ...shown.split, [part]: String(BigInt(shown.split[part]) + 1n) } }
      expect(isSameQuote(shown, now)).toBe(false)
    },
  )

  it('rejects a total that differs by one octa besides gas, whatever its parts are', () => {
    const { totalOctas, gasOctas } = shown.split
    const changed = (by: bigint, gas = 0n) => ({
      ...shown,
      split: { ...shown.split, totalOctas: String(BigInt(totalOctas) + by), gasOctas: String(BigInt(gasOctas) + gas) },
    })
    expect([1n, -1n, 500_000_000n].map((by) => isSameQuote(shown, changed(by)))).toEqual([false, false, false])
    expect(isSameQuote(shown, changed(5_000n, 5_000n))).toBe(true)
  })

  it('rejects a quote whose listing sells another edition', () => {
    const listing = { marketplace: 'own', listingId: 'a', seller: `0x${'5'.repeat(64)}`, priceOctas: '1' }
    const ofEdition = (propertyVersion: string) =>
      answerOf({}, { items: [itemOf({ listing: { ...listing, propertyVersion } })] })
    expect(isSameQuote(ofEdition('3'), ofEdition('3'))).toBe(true)
    expect(isSameQuote(ofEdition('3'), ofEdition('7'))).toBe(false)
  })

  it('accepts any rise of the balance, which anyone can cause for next to nothing, and no fall of it', () => {
    const octas = fc.bigInt({ min: 0n, max: 10n ** 17n })
    const quoteOn = (balanceOctas: bigint | null) =>
      answerOf({ balanceOctas: balanceOctas === null ? null : String(balanceOctas) })
    fc.assert(
      fc.property(
        octas,
        octas.filter((by) => by > 0n),
        (balance, by) => {
          expect(isSameQuote(quoteOn(balance), quoteOn(balance + by))).toBe(true)
          expect(isSameQuote(quoteOn(balance + by), quoteOn(balance))).toBe(false)
        },
      ),
    )
    expect(isSameQuote(quoteOn(null), quoteOn(null))).toBe(true)
    expect(isSameQuote(quoteOn(5n), quoteOn(null))).toBe(false)
    expect(isSameQuote(quoteOn(null), quoteOn(5n))).toBe(false)
  })

  it('rejects a quote whose placing fee differs', () => {
    expect(isSameQuote(shown, answerOf({ placingFeeOctas: '1' }))).toBe(false)
  })

  it('rejects a quote with another call', () => {
    const payload = shown.payload === null ? null : { ...shown.payload, functionArguments: [['0xother']] }
    expect(isSameQuote(shown, { ...shown, payload })).toBe(false)
  })

  // @feature trade.payload-checked
  it('rejects a quote that says something else of the price limit on chain, whatever else is equal', () => {
    const guards = fc.constantFrom('call', 'script', 'aggregator', 'none', null)
    fc.assert(
      fc.property(guards, guards, (before, after) => {
        const quoteWith = (priceGuard: typeof before) => answerOf({}, { priceGuard })
        expect(isSameQuote(quoteWith(before), quoteWith(after))).toBe(before === after)
      }),
    )
  })

  // @feature list.own-bid
  it('rejects a quote with a warning that was not shown, and none without one', () => {
    const warning = fc.constantFrom(undefined, 'You’re bidding more for it.', 'You’re bidding more for 2 of them.')
    fc.assert(
      fc.property(warning, warning, (before, after) => {
        const warned = (sentence: typeof before) =>
          answerOf({}, sentence === undefined ? {} : { warning: { code: 'own-bid', sentence } })
        expect(isSameQuote(warned(before), warned(after))).toBe(after === undefined || after === before)
      }),
    )
  })

  it('accepts gas that falls or rises a little, but not twice as much', () => {
    const withGas = (gasOctas: string) =>
      answerOf({ gasOctas, totalOctas: String(BigInt(shown.split.priceOctas) + BigInt(gasOctas)) })
    expect(isSameQuote(withGas('100000'), withGas('110000'))).toBe(true)
    expect(isSameQuote(withGas('100000'), withGas('200000'))).toBe(false)
    expect(isSameQuote(withGas('200000'), withGas('1'))).toBe(true)
  })
})

// @feature trade.checked-twice
describe('isNoDearerPurchase', () => {
  const prices = fc.array(fc.bigInt({ min: 100_000n, max: 10n ** 12n }), { minLength: 1, maxLength: 5 })
  const purchaseAt = (octas: readonly bigint[], changes: Partial<TradeAnswer['split']> = {}) => {
    const sum = String(octas.reduce((total, one) => total + one, 0n))
    const items = octas.map((price, at) => itemOf({ tokenDataId: `0x${at}`, priceOctas: String(price) }))
    const payload = { function: '0x1::a::buy' as const, typeArguments: [], functionArguments: [octas.map(String)] }
    return answerOf({ priceOctas: sum, totalOctas: sum, gasOctas: '0', ...changes }, { items, payload })
  }

  it('accepts the same items where none is dearer, and refuses them where any is', () => {
    fc.assert(
      fc.property(
        prices,
        fc.array(fc.bigInt({ min: -99_999n, max: 99_999n }), { minLength: 5, maxLength: 5 }),
        (octas, by) => {
          const now = octas.map((one, at) => one + (by[at] ?? 0n))
          const isDearer = now.some((one, at) => one > (octas[at] ?? 0n))
          expect(isNoDearerPurchase(purchaseAt(octas), purchaseAt(now))).toBe(!isDearer)
        },
      ),
    )
  })

  it('accepts none that takes more in the end, since less of an own royalty comes back, whatever the price', () => {
    const few = fc.bigInt({ min: 0n, max: 9n })
    fc.assert(
      fc.property(few, few, few, (cheaper, before, after) => {
        const shown = purchaseAt([200_000n], { receivedOctas: String(before) })
        const now = purchaseAt([200_000n - cheaper], { receivedOctas: String(after) })
        expect(isNoDearerPurchase(shown, now)).toBe(before - after <= cheaper)
      }),
    )
  })

  it('accepts nothing else: no other items, places, calls or limits, no higher total, no lower balance', () => {
    const shown = purchaseAt([200_000n, 300_000n])
    const now = purchaseAt([199_999n, 300_000n])
    expect(isNoDearerPurchase(shown, now)).toBe(true)
    const [first = itemOf(), second = itemOf()] = now.items
    const payload = { function: '0x1::a::sell' as const, typeArguments: [], functionArguments: [] }
    const listing = { marketplace: 'own', listingId: 'a', seller: '0x5', priceOctas: '1', propertyVersion: '7' }
    const others: readonly TradeAnswer[] = [
      { ...now, items: [first] },
      { ...now, items: [second, first] },
      { ...now, items: [first, { ...second, tokenDataId: '0x9' }] },
      { ...now, items: [first, { ...second, listing }] },
      { ...now, items: [first, { ...second, marketplace: 'other' }] },
      { ...now, items: [first, { ...second, reason: { code: 'gone', sentence: 'It is gone.' } }] },
      { ...now, items: [first, { ...second, priceOctas: null }] },
      { ...now, payload },
      { ...now, priceGuard: 'none' },
      { ...now, split: { ...now.split, totalOctas: '500001' } },
      { ...now, split: { ...now.split, balanceOctas: '0' } },
      { ...now, split: { ...now.split, commissionOctas: '1500001' } },
      { ...now, split: { ...now.split, royaltyOctas: '5000001' } },
    ]
    expect(others.map((other) => isNoDearerPurchase(shown, other))).toEqual(others.map(() => false))
  })
})
