import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf } from '../testing/trade-harness.tsx'
import { isSameQuote } from './same-quote.ts'

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

  it('accepts gas that falls or rises a little, but not twice as much', () => {
    const withGas = (gasOctas: string) =>
      answerOf({ gasOctas, totalOctas: String(BigInt(shown.split.priceOctas) + BigInt(gasOctas)) })
    expect(isSameQuote(withGas('100000'), withGas('110000'))).toBe(true)
    expect(isSameQuote(withGas('100000'), withGas('200000'))).toBe(false)
    expect(isSameQuote(withGas('200000'), withGas('1'))).toBe(true)
  })
})
