import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earlierOf, formatMicros, formatSecondsOrLast, parseMicros, toSeconds } from './time.ts'

test('microseconds survive, and a whole second has no fraction', () => {
  expect(formatMicros(1_719_359_818_254_577n)).toBe('2024-06-25T23:56:58.254577')
  expect(formatMicros(951_782_400_000_000n)).toBe('2000-02-29T00:00:00')
})

test('every second until the year 9999 reads as the calendar says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
      expect(formatSecondsOrLast(BigInt(seconds))).toBe(new Date(seconds * 1000).toISOString().slice(0, 19))
    }),
  )
})

test('a text is parsed to the microsecond that it was made of, and others are refused', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 253_402_300_799_999_999n }), (micros) => {
      expect(parseMicros(formatMicros(micros))).toBe(micros)
      expect(parseMicros(formatMicros(micros).replace('T', ' '))).toBe(micros)
    }),
  )
  expect(() => parseMicros('2024-06-25')).toThrow(RangeError)
})

test('a time within a second is of that second', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.bigInt({ min: 0n, max: 999_999n }), (seconds, fraction) => {
      expect(toSeconds(seconds * 1_000_000n + fraction)).toBe(seconds)
    }),
  )
})

test('a moment that no column can hold is the last second that one can', () => {
  for (const seconds of [253_402_300_799n, 253_402_300_800n, 18_446_744_073_709_551_615n])
    expect(formatSecondsOrLast(seconds)).toBe('9999-12-31T23:59:59')
})

test('the earlier of two times is the lower one, and never is later than any', () => {
  const time = fc.option(fc.bigInt())
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [first = null] = [a, b].filter((one) => one !== null).toSorted((x, y) => (x < y ? -1 : 1))
      expect(earlierOf(a, b)).toBe(first)
    }),
  )
})
