import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountAdvice, formatApt, formatAptExact, formatBalance, formatGas, parseApt } from './apt.ts'
import { formatUsd, formatUsdExact, toUsdRate } from './usd.ts'

const APT = 100_000_000n

// @feature format.price, format.compact, format.negative, format.unknown
describe('formatApt', () => {
  it.each([
    [null, '-'],
    [undefined, '-'],
    ['0', '0'],
    ['1', '< 0.0001'],
    ['9999', '< 0.0001'],
    ['10000', '0.0001'],
    [-1n, '> -0.0001'],
    ['123456789', '1.2346'],
    ['150000000', '1.5'],
    [(99_995n * APT) / 100n, '999.95'],
    [999n * APT + 99_994_999n, '999.9999'],
    [999n * APT + 96_000_000n, '999.96'],
    [999n * APT + 99_999_600n, '1K'],
    [1000n * APT, '1K'],
    [12_345n * APT, '12.3K'],
    [123_456n * APT, '123K'],
    [999_400n * APT, '999K'],
    [999_999n * APT, '1M'],
    [999_999n * APT + 90_000_000n, '1M'],
    [1_000_000n * APT, '1M'],
    [1_000_000_000n * APT, '1B'],
    [1_234_567_890n * APT, '1.23B'],
    [9_999_999_999_999n * APT, '10,000B'],
    [-1500n * APT, '-1.5K'],
    [-2n * APT, '-2'],
  ])('writes %s octas as %s', (octas, text) => {
    expect(formatApt(octas)).toBe(text)
  })

  // @feature format.octas
  it('is exact far beyond what a float can hold', () => {
    expect(formatAptExact('9007199254740993')).toBe('90,071,992.54740993 APT')
    expect(formatAptExact('18446744073709551615')).toBe('184,467,440,737.09551615 APT')
  })

  it('never shows more than there is where it rounds down, nor less where it rounds up', () => {
    expect([formatApt('1111715000', 'down'), formatApt('1111715000', 'up')]).toEqual(['11.1171', '11.1172'])
    expect([formatApt(-1_111_715_000n, 'down'), formatApt(-1_111_715_000n, 'up')]).toEqual(['-11.1172', '-11.1171'])
    expect([formatUsd(150_000_000n, 843n, 'down'), formatUsd(150_000_000n, 843n, 'up')]).toEqual(['$12.64', '$12.65'])
    const scales: Readonly<Record<string, bigint>> = { K: 1_000n, M: 1_000_000n, B: 1_000_000_000n }
    const read = (text: string) => {
      const [, number = '', suffix = ''] = /^([\d.,]+)([KMB]?)$/.exec(text) ?? []
      return (parseApt(number.replaceAll(',', '')) ?? -1n) * (scales[suffix] ?? 1n)
    }
    fc.assert(
      fc.property(fc.bigInt({ min: 10_000n, max: 10n ** 19n }), (octas) => {
        expect(read(formatApt(octas, 'down')) <= octas).toBe(true)
        expect(read(formatApt(octas, 'up')) >= octas).toBe(true)
      }),
    )
  })

  it('never shows 1000 of a suffix', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n }), (octas) => {
        for (const rounding of ['nearest', 'down', 'up'] as const)
          expect(formatApt(octas, rounding)).not.toMatch(/^1000(\.|K|M|$)/)
      }),
    )
  })
})

// @feature wallet.balance
describe('formatBalance', () => {
  it('keeps two decimals, never rounds up, and never shows nothing where there is something', () => {
    expect(formatBalance('199999999')).toBe('1.99')
    expect(formatBalance('2469689160000')).toBe('24,696.89')
    expect(formatBalance('999999')).toBe('< 0.01')
    expect(formatBalance('0')).toBe('0.00')
    expect(formatBalance(null)).toBe('-')
    // What is missing after a trade that cannot be paid.
    expect(['-1', '-1000001', '-100000000'].map((octas) => formatBalance(octas))).toEqual(['-0.01', '-0.02', '-1.00'])
  })
})

// @feature format.gas
describe('formatGas', () => {
  it.each([
    [0n, '0'],
    [2_300n, '< 0.001'],
    [99_999n, '< 0.001'],
    [100_000n, '0.001'],
    // Next to a total that is exact, 0.002 would be more than all that is paid.
    [173_600n, '0.001736'],
    [1_234_567n, '0.01234567'],
  ])('writes %s octas as %s', (octas, text) => {
    expect(formatGas(octas)).toBe(text)
  })
})

// @feature trade.octas
describe('parseApt', () => {
  it.each([
    ['1', 100_000_000n],
    ['0.001', 100_000n],
    ['.5', 50_000_000n],
    ['1,5', 150_000_000n],
    ['0,500', 50_000_000n],
    ['1234,567', 123_456_700_000n],
    ['1,500', null],
    ['-90,000', null],
    ['1,234,567.5', null],
    ['-2', -200_000_000n],
    ['0.123456789', 12_345_678n],
    ['', null],
    ['.', null],
    ['1e3', null],
    ['1.2.3', null],
    ['abc', null],
  ])('reads %j as %s', (text, octas) => {
    expect(parseApt(text)).toBe(octas)
  })

  // @feature format.thousands
  it('never reads thousands with commas as a smaller number, and says how to write them', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (octas) => {
        const grouped = formatAptExact(octas).replace(' APT', '')
        expect(parseApt(grouped)).toBe(grouped.includes(',') ? null : octas)
        if (grouped.includes(',')) expect(amountAdvice(grouped)).toContain(grouped.replaceAll(',', ''))
      }),
    )
  })

  it('parses every amount that formatting can produce', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (octas) => {
        expect(parseApt(formatAptExact(octas).replace(/,| APT/g, ''))).toBe(octas)
      }),
    )
  })
})

// @feature currency.toggle, format.unknown
describe('formatUsd', () => {
  const rate = toUsdRate(8.42)
  it.each([
    ['150000000', '$12.63'],
    ['1', '< $0.01'],
    [-1n, '> -$0.01'],
    ['0', '$0.00'],
    [119n * APT, '$1K'],
    [-3n * APT, '-$25.26'],
    [-119n * APT, '-$1K'],
    [null, '-'],
  ])('writes %s octas as %s', (octas, text) => {
    expect(formatUsd(octas, rate)).toBe(text)
  })

  it.each([
    [99_995n, '$999.95'],
    [99_999n, '$999.99'],
    [100_000n, '$1K'],
    [12_836_200n, '$128K'],
    [99_999_990n, '$1M'],
    [100_000_000n, '$1M'],
    [100_000_000_000n, '$1B'],
  ])('writes %s cents as %s', (cents, text) => {
    expect(formatUsd((cents * APT) / 100n, 100n)).toBe(text)
    expect(formatUsd((-cents * APT) / 100n, 100n)).toBe(`-${text}`)
  })

  it('returns a dash without a rate', () => {
    expect(formatUsd('1', toUsdRate(0))).toBe('-')
    expect(formatUsdExact('1', null)).toBe('unknown')
  })

  it('separates thousands in the exact amount', () => {
    expect(formatUsdExact(1_000_000n * APT, rate)).toBe('$8,420,000.00')
  })
})
