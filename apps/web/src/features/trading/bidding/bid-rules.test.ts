import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { blankBid, MAX_BID_TOKENS, parseBidSize } from './bid-rules.ts'

// @feature bid.size
it('a bid wants a whole number of tokens, and no text that only begins with one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 2 * MAX_BID_TOKENS }), (size) => {
      expect(parseBidSize(` ${size} `)).toBe(size >= 1 && size <= MAX_BID_TOKENS ? size : null)
    }),
  )
  for (const text of ['', '1.5', '2,0', '3e2', '4 APT', '0x10', '-0']) expect(parseBidSize(text)).toBeNull()
})

it.each([
  [{}, null],
  [{ text: '', isPriced: false }, 'Enter a bid price.'],
  [{ text: '9', isPriced: false }, 'Check the bid price.'],
  [{ isSized: false }, 'Check the quantity.'],
  [{ expiry: null }, 'Check the expiration date.'],
  [{ expiry: 1n }, 'Check the expiration date.'],
])('names what a bid still needs, case %#', (change, expected) => {
  expect(blankBid({ text: '1', isPriced: true, expiry: 10n, ...change }, 5_000)).toBe(expected)
})
