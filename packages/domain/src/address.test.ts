import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSpecialAddress, parseAddress, toAddressOrNull, toShortAddress } from './address.ts'

const nibbles = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
  minLength: 1,
  maxLength: 64,
  size: 'max',
})

describe('parseAddress', () => {
  it('pads, lowers and prefixes', () => {
    expect(parseAddress('0x1')).toBe(`0x${'0'.repeat(63)}1`)
    expect(parseAddress('D520D')).toBe(`0x${'0'.repeat(59)}d520d`)
    expect(parseAddress('0X0A')).toBe(parseAddress('0xa'))
  })

  it.each(['', '0x', '0xg', 'x1', '0x 1', ' 0x1', '0x1\n', `0x${'1'.repeat(65)}`, '-1', '0x0x1'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseAddress(text)).toThrowError(expect.objectContaining({ code: 'invalid-address' }))
      expect(toAddressOrNull(text)).toBeNull()
    },
  )

  it('has one form for all spellings of an address', () => {
    fc.assert(
      fc.property(nibbles, fc.boolean(), (digits, prefixed) => {
        const address = parseAddress(prefixed ? `0x${digits}` : digits)
        expect(address).toMatch(/^0x[0-9a-f]{64}$/)
        expect(BigInt(address)).toBe(BigInt(`0x${digits}`))
        expect(parseAddress(toShortAddress(address))).toBe(address)
      }),
    )
  })

  it('does not print more of a hostile text than a person needs', () => {
    expect(() => parseAddress('z'.repeat(10_000))).toThrowError(/^.{0,200}$/)
  })
})

describe('isSpecialAddress', () => {
  it('holds for 0x0 to 0xf, and for no other address', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (value) => {
        expect(isSpecialAddress(parseAddress(value.toString(16)))).toBe(value < 16n)
      }),
      { examples: Array.from({ length: 18 }, (_, value) => [BigInt(value)]) },
    )
  })
})

describe('toShortAddress', () => {
  it('strips zeros but keeps the last', () => {
    expect(toShortAddress(parseAddress('0x0'))).toBe('0x0')
    expect(toShortAddress(parseAddress('0x0100'))).toBe('0x100')
  })
})
