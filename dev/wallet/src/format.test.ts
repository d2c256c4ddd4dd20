import { expect, test } from 'vitest'
import { formatApt, formatAptChange, shortenHex, shortenType } from './format.ts'

test.each([
  [0n, '0 APT'],
  [1n, '0.00000001 APT'],
  [420_000_000n, '4.2 APT'],
  [123_456_700_000_000n, '1,234,567 APT'],
  [-50_000n, '−0.0005 APT'],
])('writes %s octas', (octas, text) => {
  expect(formatApt(octas)).toBe(text)
})

test('writes gains with a plus sign', () => {
  expect(formatAptChange(100_000_000n)).toBe('+1 APT')
  expect(formatAptChange(-100_000_000n)).toBe('−1 APT')
})

test('shortens addresses in the middle', () => {
  expect(shortenHex(`0x${'ab'.repeat(32)}`)).toBe('0xabab…abab')
  expect(shortenHex('0x1')).toBe('0x1')
})

test('shortens the addresses within types', () => {
  const type = `0x1::object::Object<0x${'5b'.repeat(32)}::listing::Listing>`
  expect(shortenType(type)).toBe('0x1::object::Object<0x5b5b…5b5b::listing::Listing>')
})
