import { expect, it } from 'vitest'
import { formatPoints, formatPointsShort } from './points.ts'

it('formats points with at most four decimals and separated thousands', () => {
  expect(formatPoints(0)).toBe('0')
  expect(formatPoints(12.5)).toBe('12.5')
  expect(formatPoints(1234.56785)).toBe('1,234.5679')
  expect(formatPoints(0.00004)).toBe('0')
})

it('rounds shortened points down', () => {
  expect(formatPointsShort(999.9999)).toBe('999')
  expect(formatPointsShort(1_234_567.8)).toBe('1,234,567')
})
