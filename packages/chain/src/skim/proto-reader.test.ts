import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MalformedTransactionError } from '../chain-errors.ts'
import { ProtoReader } from './proto-reader.ts'

/** Field 1 with a number, as protobuf writes it. */
function encoded(value: bigint): Uint8Array {
  const bytes = [1 << 3]
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.from([...bytes, Number(rest)])
}

function readerAt(bytes: Uint8Array): ProtoReader {
  const reader = new ProtoReader(bytes)
  reader.next()
  return reader
}

test('numbers of any length come back as they are', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const reader = readerAt(encoded(value))
      expect(reader.u64()).toBe(value)
      expect(reader.next()).toBe(false)
    }),
  )
  for (const value of [0n, 2n ** 49n - 1n, 2n ** 49n, 2n ** 53n + 1n, 2n ** 64n - 1n])
    expect(readerAt(encoded(value)).u64()).toBe(value)
})

test('a number that does not end, or ends early, is refused', () => {
  const endless = Uint8Array.from([8, ...Array.from({ length: 11 }, () => 0xff)])
  expect(() => readerAt(endless).u64()).toThrow(MalformedTransactionError)
  expect(() => readerAt(Uint8Array.from([8, 0xff])).u64()).toThrow(MalformedTransactionError)
})
