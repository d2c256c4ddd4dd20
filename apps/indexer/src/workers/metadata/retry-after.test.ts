import { expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-01-31T10:00:00Z')

it.each([
  ['120', 120],
  [' 7 ', 7],
  ['0', 0],
  ['999999999999', 86_400],
  ['Sat, 31 Jan 2026 10:01:30 GMT', 90],
  ['Saturday, 31-Jan-26 10:01:30 GMT', 90],
  ['Sat, 31 Jan 2026 09:00:00 GMT', 0],
  ['Sun, 31 Jan 2027 09:00:00 GMT', 86_400],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('reads Retry-After %j as %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds)
})
