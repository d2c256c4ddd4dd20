import { describe, expect, it } from 'vitest'
import { decodePropertyMap } from './property-map.ts'

function mapOf(type: number, value: string) {
  return { inner: { data: [{ key: 'k', value: { type, value } }] } }
}

/** BCS of a text. */
function text(content: string): string {
  const bytes = Buffer.from(content)
  const length: number[] = []
  for (let rest = bytes.length; ; rest >>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 0x7f) return `0x${Buffer.concat([Buffer.from(length), bytes]).toString('hex')}`
  }
}

describe('decodePropertyMap', () => {
  it.each([
    ['bool', 0, '0x01', 'true'],
    ['u8', 1, '0xff', '255'],
    ['u16', 2, '0x0102', '513'],
    ['u32', 3, '0x01000000', '1'],
    ['u64', 4, '0xffffffffffffffff', '18446744073709551615'],
    ['u128', 5, `0x01${'00'.repeat(15)}`, '1'],
    ['u256', 6, `0x${'ff'.repeat(32)}`, String(2n ** 256n - 1n)],
    ['address', 7, `0x${'00'.repeat(31)}0a`, `0x${'00'.repeat(31)}0a`],
    ['bytes', 8, '0x02beef', '0xbeef'],
    ['String', 9, '0x0642726f6e7a65', 'Bronze'],
    ['String of several bytes a letter', 9, '0x03e29ca8', '✨'],
  ])('prints a %s as text', (_name, type, value, text) => {
    expect(decodePropertyMap(mapOf(type, value))).toEqual({ k: text })
  })

  it.each([
    ['bool that is neither', 0, '0x02'],
    ['u64 that is short', 4, '0x01'],
    ['String that promises more than it has', 9, '0x0541'],
    ['String whose length never ends', 9, '0xffffffffffff'],
    ['String that is no text', 9, '0x02c328'],
    ['unknown type', 42, '0x00'],
  ])('keeps the hex of a %s', (_name, type, value) => {
    expect(decodePropertyMap(mapOf(type, value))).toEqual({ k: value })
  })

  it.each([
    ['bool', '0x00', 'false'],
    ['u8', '0x07', '7'],
    ['u64', '0x0200000000000000', '2'],
    ['u128', `0x01${'00'.repeat(15)}`, '1'],
    ['address', `0x${'00'.repeat(31)}0a`, `0x${'00'.repeat(31)}0a`],
    ['0x1::string::String', '0x0642726f6e7a65', 'Bronze'],
    ['whatever a creator wrote', '0x0642', '0x0642'],
  ])('prints a %s of a v1 map as text', (type, value, text) => {
    expect(decodePropertyMap({ map: { data: [{ key: 'k', value: { type, value } }] } })).toEqual({ k: text })
  })

  it('leaves out values that are too large, and returns the values next to them', () => {
    const entry = (key: string, bytes: number) => ({ key, value: { type: 9, value: text('x'.repeat(bytes)) } })
    const large = decodePropertyMap({ inner: { data: [entry('a', 10), entry('b', 40_000), entry('c', 20)] } })
    expect(large).toEqual({ a: 'x'.repeat(10), c: 'x'.repeat(20) })
    const many = Array.from({ length: 5_000 }, (_, at) => entry(`k${at}`, 10))
    expect(Object.keys(decodePropertyMap({ inner: { data: many } }))).toHaveLength(1_000)
    const escaped = [entry('a', 0), { key: '\u0001'.repeat(6_000), value: { type: 9, value: text('') } }]
    expect(decodePropertyMap({ inner: { data: escaped } })).toEqual({ a: '' })
  })

  it('keeps a name that objects inherit, as any other', () => {
    const map = decodePropertyMap({ inner: { data: [{ key: '__proto__', value: { type: 9, value: text('x') } }] } })
    expect(Object.entries(map)).toEqual([['__proto__', 'x']])
    expect(JSON.stringify(map)).toBe('{"__proto__":"x"}')
  })

  it('reads an empty map, and one that is no map', () => {
    expect(decodePropertyMap({ inner: { data: [] } })).toEqual({})
    expect(decodePropertyMap({})).toEqual({})
  })
})
