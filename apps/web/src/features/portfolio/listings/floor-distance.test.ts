import fc from 'fast-check'
import { expect, it } from 'vitest'
import { floorDistance } from './floor-distance.ts'

// @feature portfolio.listing-vs-floor
it.each([
  ['at the floor', '100', 100n, 100n, { place: 'floor', bps: 0 }],
  ['below the floor, before that is updated', '90', 100n, 90n, { place: 'floor', bps: -1_000 }],
  ['the cheapest of the wallet, above another seller’s', '110', 100n, 110n, { place: 'undercut', bps: 1_000 }],
  ['above another of the wallet, both above another seller’s', '150', 100n, 110n, { place: 'undercut', bps: 5_000 }],
  ['above the floor, which is another of the wallet', '150', 100n, 100n, { place: 'above', bps: 5_000 }],
  ['of a wallet without listings that can be bought', '150', 100n, null, { place: 'undercut', bps: 5_000 }],
  ['without a floor', '150', null, 110n, null],
] as const)('a listing %s', (_, price, floor, own, expected) => {
  expect(floorDistance({ price, version: '5' }, { floor, own, version: 6n })).toEqual(expected)
})

// @feature portfolio.listing-vs-floor
it('is undercut only by what another seller listed or repriced later', () => {
  const versions = fc.option(fc.bigInt(1n, 9n), { nil: null })
  fc.assert(
    fc.property(fc.bigInt(1n, 9n), versions, (since, version) => {
      const distance = floorDistance({ price: '150', version: String(since) }, { floor: 100n, own: 150n, version })
      expect(distance?.place).toBe(version !== null && version > since ? 'undercut' : 'above')
    }),
  )
})
