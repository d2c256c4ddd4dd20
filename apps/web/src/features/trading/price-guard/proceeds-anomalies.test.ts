import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { itemOf } from '../testing/trade-harness.tsx'
import { proceedsAnomalies } from './proceeds-anomalies.ts'

const octas = fc.bigInt({ min: 100_000n, max: 10n ** 15n })
const rate = fc.nat({ max: 10_000 })

// @feature accept.fat-finger, list.fat-finger
it('is what brings at most half of its price, whatever price, fee and royalty are', () => {
  fc.assert(
    fc.property(octas, rate, rate, (price, fee, royalty) => {
      const { sellerOctas } = splitPrice(price, bps(fee), bps(royalty))
      const item = itemOf({ priceOctas: String(price), sellerOctas: String(sellerOctas) })
      const found = proceedsAnomalies([item]).map((one) => one.octas)
      expect(found).toEqual(sellerOctas * 2n <= price ? [sellerOctas] : [])
    }),
  )
})

// @feature accept.fat-finger, list.fat-finger
it('leaves out items that are refused, free or of unknown proceeds', () => {
  const taken = { priceOctas: '1000000000', sellerOctas: '10000000' }
  expect(proceedsAnomalies([itemOf(taken)]).map(({ sentence }) => sentence)).toEqual([
    'Stone #9 at 10 APT brings you 0.1 APT: fee and royalty take the rest.',
  ])
  const others = [
    { ...taken, reason: { code: 'offer-gone' as const, sentence: 'That bid is gone' } },
    { priceOctas: '0', sellerOctas: '0' },
    { priceOctas: null, sellerOctas: null },
    { priceOctas: '1000000000', sellerOctas: null },
  ]
  expect(proceedsAnomalies(others.map((one) => itemOf(one)))).toEqual([])
})
