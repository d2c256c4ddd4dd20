import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatGain } from '../../../shared/format/gain.ts'

const CURRENCIES = fc.constantFrom('APT' as const, 'USD' as const)

// @feature format.change, format.negative, table.cell-profit
describe('formatting a gain', () => {
  it.each([
    ['0', 0n, '0'],
    ['a gain', 1_234_567_890n, '+12.35'],
    ['a loss', -1_234_567_890n, '-12.35'],
    ['a tiny gain', 25_000n, '< +0.01'],
    ['a tiny loss', -25_000n, '> -0.01'],
    ['the smallest that is shown', 1_000_000n, '+0.01'],
    ['thousands', 123_456_000_000n, '+1.23K'],
  ])('%s', (_, octas, text) => {
    expect(formatGain(octas, 'APT', null)).toBe(text)
  })

  it('in dollars', () => {
    expect(formatGain(150_000_000n, 'USD', 842n)).toBe('+$12.63')
    expect(formatGain(-150_000_000n, 'USD', 842n)).toBe('-$12.63')
    expect(formatGain(1n, 'USD', 842n)).toBe('< +$0.01')
    expect(formatGain(-1n, 'USD', 842n)).toBe('> -$0.01')
    expect(formatGain(1n, 'USD', null)).toBe('-')
  })

  it('never shows 0 for a gain or loss, and always shows its sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), CURRENCIES, (octas, currency) => {
        fc.pre(octas !== 0n)
        const text = formatGain(octas, currency, 842n)
        expect(text).toMatch(/[1-9]/)
        expect(text.includes(octas > 0n ? '+' : '-')).toBe(true)
        expect(text.includes(octas > 0n ? '-' : '+')).toBe(false)
      }),
    )
  })
})
