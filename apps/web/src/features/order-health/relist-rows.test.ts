import { expect, it } from 'vitest'
import { plainApt } from '../../shared/format/apt.ts'
import { testingItem, testingListing } from '../../testing/testing-item.ts'
import { acceptPrice, elsewhereRows, meterAngle } from './relist-rows.ts'

// @feature loyalty.radar
it('offers listings elsewhere, but none of a token that its creator has frozen', () => {
  const listed = (id: string, change: object) => testingItem(id, { ownListings: [testingListing(id, change)] })
  const tokens = [
    listed('a', { marketplace: 'other' }),
    listed('b', { marketplace: 'other', validity: 'token-frozen' }),
    listed('c', { marketplace: 'closed', validity: 'marketplace-closed' }),
    listed('d', { marketplace: 'opal' }),
  ]
  expect(elsewhereRows(tokens, 'opal').map(({ token }) => token.tokenDataId)).toEqual(['a', 'c'])
})

// @feature loyalty.price-rules
it('requires a price of at least 0.001, not negative', () => {
  expect(acceptPrice('-0.1')).toEqual({ toast: 'Price cannot be below 0' })
  expect(acceptPrice('0.00099999')).toEqual({ toast: 'Price cannot be below 0.001' })
  expect(acceptPrice('')).toEqual({ toast: 'Price cannot be below 0.001' })
  expect(acceptPrice('0.001')).toEqual({ octas: '100000' })
})

// @feature loyalty.price-rules
it('fills in the current price to the octa', () => {
  expect(plainApt('123456789')).toBe('1.23456789')
  expect(acceptPrice(plainApt('123456789'))).toEqual({ octas: '123456789' })
})

// @feature loyalty.meter
it('turns the needle by 14 degrees per ten percent of loyalty from -50, and to 70 when full', () => {
  expect([0, 9, 55, 99, 100].map(meterAngle)).toEqual([-50, -50, 20, 76, 70])
})
