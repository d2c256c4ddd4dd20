import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paidTogether } from './bid-book.ts'

const BALANCES = { anna: 20n, ben: 7n, cleo: 0n, dora: null } as const
const offer = fc
  .record({
    buyer: fc.constantFrom(...(Object.keys(BALANCES) as (keyof typeof BALANCES)[])),
    priceOctas: fc.bigInt(1n, 12n),
    remainingAmount: fc.bigInt(1n, 4n),
  })
  .map((one) => ({ ...one, marketplace: 'opal', poolOctas: BALANCES[one.buyer] }))

// @feature bid.pool-covered
it('offers of a pool together sell no more than it pays, each as much as those before it leave', () => {
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 12 }), (offers) => {
      const paid = [...paidTogether(offers)]
      for (const [buyer, balance] of Object.entries(BALANCES)) {
        let left: bigint | null = balance
        for (const asked of offers.filter((one) => one.buyer === buyer)) {
          let items = 0n
          while (items < asked.remainingAmount && (left === null || left >= asked.priceOctas)) {
            items += 1n
            if (left !== null) left -= asked.priceOctas
          }
          if (items === 0n) continue
          const at = paid.findIndex((one) => one.buyer === buyer)
          expect(paid.splice(at, 1)).toEqual([{ ...asked, remainingAmount: items }])
        }
      }
      expect(paid).toEqual([])
    }),
  )
})
