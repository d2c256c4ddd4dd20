import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { SWEEP_REQUEST } from '../testing/every-request.ts'
import { itemOf, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { worseThanShown } from './worse-than-shown.ts'

const octas = fc.bigInt({ min: 1n, max: 10n ** 15n })
const sale = (shownOctas?: string): TradeRequest => {
  return { kind: 'accept-bid', tokens: [TOKEN], ...(shownOctas !== undefined && { shownOctas }) }
}

// @feature trade.live-quote
it('is said of a sale that brings a hundredth less than was shown, and of a sweep that costs so much more', () => {
  fc.assert(
    fc.property(octas, octas, (shown, now) => {
      const sold = quoteOf({}, { items: [itemOf({ sellerOctas: String(now) })] })
      expect(worseThanShown(sale(String(shown)), sold) !== null).toBe((shown - now) * 100n >= shown)
      const swept = quoteOf({ priceOctas: String(now) })
      expect(worseThanShown({ ...SWEEP_REQUEST, shownOctas: String(shown) }, swept) !== null).toBe(
        (now - shown) * 100n >= shown,
      )
    }),
  )
})

// @feature trade.live-quote
it('names both sums, of a sale with what later transactions bring and without what is refused', () => {
  const later = { code: 'one-at-a-time', sentence: 'In another transaction.' }
  const gone = { code: 'offer-gone', sentence: 'That bid is gone' }
  const items = [null, later, gone].map((reason) => itemOf({ sellerOctas: '200000000', reason }))
  expect(worseThanShown(sale('930000000'), quoteOf({}, { items }))).toBe('What you receive fell from 9.3 to 4 APT.')
  expect(worseThanShown({ ...SWEEP_REQUEST, shownOctas: '3000000000' }, quoteOf({ priceOctas: '4500000000' }))).toBe(
    'What you pay rose from 30 to 45 APT.',
  )
})

// @feature trade.live-quote
it('is said of nothing else: neither where the page showed no sum, nor of other trades', () => {
  expect(worseThanShown(sale(), quoteOf({}, { items: [itemOf({ sellerOctas: '0' })] }))).toBeNull()
  expect(worseThanShown(SWEEP_REQUEST, quoteOf({ priceOctas: '4500000000' }))).toBeNull()
  expect(worseThanShown({ kind: 'buy', tokens: [TOKEN] }, quoteOf({ priceOctas: '4500000000' }))).toBeNull()
})

// @feature trade.live-quote
it('is said of a sweep whose cheapest items are gone, also where the rest costs no more in all than was shown', () => {
  const few = fc.nat({ max: 10 }).map((count) => count + 1)
  fc.assert(
    fc.property(octas, octas, few, few, (shown, now, count, most) => {
      const bought = Math.min(count, most)
      const gone = { code: 'listing-gone' as const, sentence: 'It is gone' }
      const items = Array.from({ length: bought }, () => itemOf())
      const request: TradeRequest = {
        ...SWEEP_REQUEST,
        criteria: { ...SWEEP_REQUEST.criteria, count },
        shownOctas: String(shown),
      }
      const said = worseThanShown(
        request,
        quoteOf({ priceOctas: String(now) }, { items: [...items, itemOf({ reason: gone })] }),
      )
      const [before, after] = [shown * BigInt(bought), now * BigInt(count)]
      expect(said !== null).toBe(after > before && (after - before) * 100n >= before)
      if (said !== null) expect(said.startsWith(`Only ${bought} of ${count} items`)).toBe(bought < count)
    }),
  )
})

// @feature trade.live-quote
it('names how many items of a sweep can be bought now, and for how much', () => {
  const request = { ...SWEEP_REQUEST, criteria: { ...SWEEP_REQUEST.criteria, count: 5 }, shownOctas: '3000000000' }
  const items = [1, 2, 3].map(() => itemOf())
  expect(worseThanShown(request, quoteOf({ priceOctas: '3000000000' }, { items }))).toBe(
    'Only 3 of 5 items can be bought now, for 30 APT.',
  )
  // The dearest are gone: the others cost no more than they did.
  expect(worseThanShown(request, quoteOf({ priceOctas: '1200000000' }, { items }))).toBeNull()
})
