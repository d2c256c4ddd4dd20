import { expect, it } from 'vitest'
import { floorDistance } from './floor-distance.ts'

// @feature portfolio.listing-standing
it.each([
  ['at the floor', 100n, 100n, 100n, { place: 'floor', bps: 0 }],
  ['below the floor, before that is updated', 90n, 100n, 90n, { place: 'floor', bps: -1_000 }],
  ['the cheapest of the wallet, above another seller’s', 110n, 100n, 110n, { place: 'undercut', bps: 1_000 }],
  ['above another of the wallet, both above another seller’s', 150n, 100n, 110n, { place: 'undercut', bps: 5_000 }],
  ['above the floor, which is another of the wallet', 150n, 100n, 100n, { place: 'above', bps: 5_000 }],
  ['of a wallet without listings that can be bought', 150n, 100n, null, { place: 'undercut', bps: 5_000 }],
  ['without a floor', 150n, null, 110n, null],
] as const)('a listing %s', (_, price, floor, own, expected) => {
  expect(floorDistance(price, { floor, own })).toEqual(expected)
})
