import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf } from '../testing/trade-harness.tsx'
import { feeRows } from './fee-rows.ts'

const MARKETPLACES = ['cheap', 'dear', 'third']
const item = fc.record({
  marketplace: fc.constantFrom(...MARKETPLACES),
  commissionOctas: fc.bigInt(0n, 10n ** 12n),
  commissionBps: fc.constantFrom(100, 150, 250),
  quantity: fc.bigInt(1n, 5n),
  isLeftOut: fc.boolean(),
})

// @feature trade.one-fee
describe('fee rows', () => {
  it("show one fee for each marketplace, with the split's fee as their sum", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (drawn) => {
        const traded = drawn.filter(({ isLeftOut }) => !isLeftOut)
        const total = traded.reduce((sum, { commissionOctas, quantity }) => sum + commissionOctas * quantity, 0n)
        const items = drawn.map(({ commissionOctas, quantity, isLeftOut, ...rest }) => {
          const reason = isLeftOut ? { code: 'listing-gone', sentence: 'gone' } : null
          return itemOf({ ...rest, commissionOctas: String(commissionOctas), quantity: String(quantity), reason })
        })
        const rows = feeRows(answerOf({ commissionOctas: String(total) }, { items }))
        expect(rows.reduce((sum, { octas }) => sum + octas, 0n)).toBe(total)
        const marketplaces = [...new Set(traded.map(({ marketplace }) => marketplace))]
        expect(rows.map(({ marketplace }) => marketplace)).toEqual(marketplaces.length === 0 ? [null] : marketplaces)
        for (const { marketplace, bps } of rows) {
          const rates = new Set(traded.filter((one) => one.marketplace === marketplace).map((one) => one.commissionBps))
          expect(bps).toBe(rates.size === 1 ? [...rates][0] : null)
        }
      }),
    )
  })

  it("show the split's fee in one row when the items' fees do not add up to it", () => {
    const answer = answerOf({ commissionOctas: '7' }, { items: [itemOf(), itemOf({ marketplace: 'dear' })] })
    expect(feeRows(answer)).toEqual([{ marketplace: null, octas: 7n, bps: 150 }])
  })
})
