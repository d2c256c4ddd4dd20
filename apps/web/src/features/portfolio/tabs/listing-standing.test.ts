import { expect, it } from 'vitest'
import { listingStanding } from './listing-standing.ts'

// @feature portfolio.listing-standing
it.each([
  ['at the floor', 100n, 100n, 100n, { place: 'floor', bps: 0 }],
  ['below it, before the floor has followed', 90n, 100n, 90n, { place: 'floor', bps: -1_000 }],
  ['the cheapest of its own, and somebody is cheaper', 110n, 100n, 110n, { place: 'undercut', bps: 1_000 }],
  ['dearer than another of its own', 150n, 100n, 110n, { place: 'above', bps: 5_000 }],
  ['without a floor', 150n, null, 110n, null],
] as const)('a listing %s', (_, price, floor, own, expected) => {
  expect(listingStanding(price, { floor, own })).toEqual(expected)
})
