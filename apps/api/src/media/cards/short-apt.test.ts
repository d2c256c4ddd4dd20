import { expect, it } from 'vitest'
import { shortApt } from './short-apt.ts'
import { toShortNumber } from './short-number.ts'

it.each([
  [null, '-'],
  [0n, '0 APT'],
  [1n, '< 0.0001 APT'],
  [123_456_789n, '1.2346 APT'],
  [99_999_999_999n, '1k APT'],
  [123_456_789_000n, '1.235k APT'],
  [99_999_995_000_000n, '1m APT'],
  [10n ** 17n, '1b APT'],
  [10n ** 27n, '10,000,000,000b APT'],
])('%s octas read %s', (octas, text) => expect(shortApt(octas)).toBe(text))

it.each([
  [0n, '0'],
  [999n, '999'],
  [1_000n, '1k'],
  [12_345n, '12.345k'],
  [2_000_000n, '2m'],
])('%s items read %s', (count, text) => expect(toShortNumber(count, 0)).toBe(text))
