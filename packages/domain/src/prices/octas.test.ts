import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareOctas, OCTAS_PER_APT, parseOctas, sumOctas } from './octas.ts'

const MAX_U64 = 2n ** 64n - 1n

describe('parseOctas', () => {
  it('reads whole amounts of every form', () => {
    expect(parseOctas('100000000')).toBe(OCTAS_PER_APT)
    expect(parseOctas(0)).toBe(0n)
    expect(parseOctas(MAX_U64)).toBe(MAX_U64)
    expect(parseOctas('007')).toBe(7n)
  })

  it.each(['', '-1', '+1', '1.5', '1e8', '0x10', ' 1', '1_000', String(MAX_U64 + 1n), '9'.repeat(400)])(
    'refuses "%s"',
    (text) => {
      expect(() => parseOctas(text)).toThrowError(expect.objectContaining({ code: 'invalid-amount' }))
    },
  )

  it.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21])('refuses the number %s', (value) => {
    expect(() => parseOctas(value)).toThrowError(expect.objectContaining({ code: 'invalid-amount' }))
  })

  it('parses the decimal text of any u64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_U64 }), (octas) => {
        expect(parseOctas(String(octas))).toBe(octas)
      }),
    )
  })
})

describe('compareOctas', () => {
  it('sorts any amounts, however large or near each other, and leaves equal ones in their order', () => {
    const amount = fc.oneof(fc.bigInt({ min: 0n, max: MAX_U64 }), fc.bigInt({ min: MAX_U64 - 3n, max: MAX_U64 }))
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        const sorted = amounts.map((octas, at) => ({ octas, at })).toSorted((a, b) => compareOctas(a.octas, b.octas))
        for (const [at, { octas, at: from }] of sorted.entries()) {
          const next = sorted[at + 1]
          if (next !== undefined) expect(octas < next.octas || (octas === next.octas && from < next.at)).toBe(true)
        }
      }),
    )
  })
})

describe('sumOctas', () => {
  it('sums any amounts, also beyond what one can hold, and none to zero', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: MAX_U64 })), (amounts) => {
        let sum = 0n
        for (const octas of amounts) sum += octas
        expect(sumOctas(amounts)).toBe(sum)
      }),
    )
  })
})
