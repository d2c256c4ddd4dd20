import { describe, expect, it } from 'vitest'
import {
  parseAddressParameter,
  parseBooleanQuery,
  parseHashParameter,
  parseLimitQuery,
  parseU64Parameter,
  parseU64Query,
} from './parameters.ts'

describe('parameters', () => {
  it('accept addresses of any length, with or without prefix', () => {
    expect(parseAddressParameter('1')).toBe(`0x${'1'.padStart(64, '0')}`)
    expect(parseAddressParameter('0xA')).toBe(parseAddressParameter(`0x${'a'.padStart(64, '0')}`))
  })

  it.each(['', '0x', '0xg', `0x${'1'.repeat(65)}`, '../etc'])('refuse %j as an address', (text) => {
    expect(() => parseAddressParameter(text)).toThrow(/failed to parse path `address`/)
  })

  it.each(['0x12', 'zz', `0x${'g'.repeat(64)}`])('refuse %j as a hash with the node’s message', (text) => {
    expect(() => parseHashParameter(text)).toThrow(
      'failed to parse path `txn_hash`: failed to parse "string(HashValue)": unable to parse HashValue',
    )
  })

  it('normalize hashes', () => {
    expect(parseHashParameter('AB'.repeat(32))).toBe(`0x${'ab'.repeat(32)}`)
  })

  it.each(['-1', '1.5', '1e3', '18446744073709551616', '٣', ''])('refuse %j as a version', (text) => {
    expect(() => parseU64Parameter(text, 'version')).toThrow(/error parsing uint64/)
  })

  it('refuse a query parameter given twice', () => {
    expect(() => parseU64Query(['1', '2'], 'start')).toThrow(/failed to parse query `start`/)
    expect(() => parseBooleanQuery('yes', 'with_transactions')).toThrow(/failed to parse query/)
  })

  it('cap a limit at the page size, and refuse zero and more than 16 bits', () => {
    expect(parseLimitQuery(undefined, 25, 100)).toBe(25)
    expect(parseLimitQuery('65535', 25, 100)).toBe(100)
    expect(() => parseLimitQuery('65536', 25, 100)).toThrow(/integer\(uint16\)/)
    expect(() => parseLimitQuery('0', 25, 100)).toThrow(/must not be zero/)
  })
})
