import { expect, it } from 'vitest'
import { testingItem, testingListing } from '../../../testing/testing-item.ts'
import { ownListingOf } from './to-trade-token.ts'

it('uses the cheapest valid listing of an item, and one on a closed marketplace only when it is the only one', () => {
  const closed = testingListing('a', { marketplace: 'shut', price: '1', validity: 'marketplace-closed' })
  const dear = testingListing('a', { price: '900', marketplace: 'x' })
  const cheap = testingListing('a', { price: '800', marketplace: 'y' })
  expect(ownListingOf(testingItem('a', { ownListings: [closed, dear, cheap] }))).toBe(cheap)
  expect(ownListingOf(testingItem('a', { ownListings: [closed] }))).toBe(closed)
})
