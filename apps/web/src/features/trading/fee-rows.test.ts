import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeRows } from './fee-rows.ts'
import { answerOf } from './testing-answer.ts'
import { itemOf } from './testing-desk.tsx'

const VENUES = ['cheap', 'dear', 'third']
const item = fc.record({
  marketplace: fc.constantFrom(...VENUES),
  commissionOctas: fc.bigInt(0n, 10n ** 12n),
  commissionBps: fc.constantFrom(100, 150, 250),
  quantity: fc.bigInt(1n, 5n),
  isLeftOut: fc.boolean(),
})

// @feature trade.one-fee
describe('the rows of fees', () => {
  it('are one for each marketplace and add up to the fee of the split, whatever is traded where', () => {
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
        const venues = [...new Set(traded.map(({ marketplace }) => marketplace))]
        expect(rows.map(({ marketplace }) => marketplace)).toEqual(venues.length === 0 ? [null] : venues)
        for (const { marketplace, bps } of rows) {
          const rates = new Set(traded.filter((one) => one.marketplace === marketplace).map((one) => one.commissionBps))
          expect(bps).toBe(rates.size === 1 ? [...rates][0] : null)
        }
      }),
    )
  })

  it('are one with the fee of the split where the items say otherwise', () => {
    const answer = answerOf({ commissionOctas: '7' }, { items: [itemOf(), itemOf({ marketplace: 'dear' })] })
    expect(feeRows(answer)).toEqual([{ marketplace: null, octas: 7n, bps: 150 }])
  })
})
