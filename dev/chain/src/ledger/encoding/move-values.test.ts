import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MoveValue } from '../../modules/move-module.ts'
import { encodeBcsArgument } from './encode-argument.ts'
import { parseMoveType, printMoveType } from './move-type.ts'
import { argumentToJson, decodeBcsArgument, readJsonArgument } from './move-values.ts'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const unsigned = (bits: bigint) => fc.bigInt(0n, (1n << bits) - 1n)

/** A type's text with a value of that type. */
type Typed = readonly [type: string, value: MoveValue]
const plain: fc.Arbitrary<Typed> = fc.oneof(
  fc.boolean().map((value): Typed => ['bool', value]),
  fc.nat(255).map((value): Typed => ['u8', value]),
  fc.nat(0xffff).map((value): Typed => ['u16', value]),
  fc.nat(0xffffffff).map((value): Typed => ['u32', value]),
  unsigned(64n).map((value): Typed => ['u64', value]),
  unsigned(128n).map((value): Typed => ['u128', value]),
  unsigned(256n).map((value): Typed => ['u256', value]),
  hex.map((value): Typed => ['address', parseAddress(value)]),
  hex.map((value): Typed => ['0x1::object::Object<0x4::token::Token>', parseAddress(value)]),
  fc.string({ unit: 'grapheme' }).map((value): Typed => ['0x1::string::String', value]),
  fc.uint8Array().map((value): Typed => ['vector<u8>', value]),
)
const typed: fc.Arbitrary<Typed> = fc.oneof(
  plain,
  plain.map(
    ([type, value]): Typed => [
      `vector<vector<${type}>>`,
      type === 'u8' ? [Uint8Array.of(Number(value))] : [[value], []],
    ],
  ),
  plain.map(([type, value]): Typed => [`0x1::option::Option<${type}>`, value]),
  plain.map(([type]): Typed => [`0x1::option::Option<${type}>`, null]),
)

test('decodes every argument to the value that was encoded', () => {
  fc.assert(
    fc.property(typed, ([text, value]) => {
      const type = parseMoveType(text)
      expect(plainBytes(decodeBcsArgument(type, encodeBcsArgument(type, value)))).toEqual(plainBytes(value))
    }),
  )
})

test('parses the JSON form of every argument', () => {
  fc.assert(
    fc.property(typed, ([text, value]) => {
      const type = parseMoveType(text)
      const shown = JSON.parse(JSON.stringify(argumentToJson(type, value))) as unknown
      expect(plainBytes(readJsonArgument(type, shown))).toEqual(plainBytes(value))
    }),
  )
})

test('decodes or rejects any bytes, without crashing', () => {
  const types = ['u64', 'vector<0x1::string::String>', '0x1::option::Option<address>', 'vector<vector<u8>>', 'bool']
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.uint8Array({ maxLength: 64 }), (text, bytes) => {
      const type = parseMoveType(text)
      try {
        expect(Buffer.from(encodeBcsArgument(type, decodeBcsArgument(type, bytes)))).toEqual(Buffer.from(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
    { numRuns: runs(500) },
  )
})

test.each([
  ['vector<u8>', [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ['vector<u64>', [0xff, 0xff, 0xff, 0xff, 0x0f, 1]],
  ['0x1::string::String', [2, 0xc3, 0x28]],
  ['0x1::option::Option<u8>', [2, 1, 1]],
  ['bool', [2]],
  ['u8', [1, 1]],
  ['signer', Array.from({ length: 32 }, () => 1)],
])('%s rejects %j', (type, bytes) => {
  expect(() => decodeBcsArgument(parseMoveType(type), Uint8Array.from(bytes))).toThrow()
})

test.each([
  ['u8', 256],
  ['u64', '18446744073709551616'],
  ['u64', -1],
  ['u64', '1e3'],
  ['address', 'bob'],
  ['vector<u8>', '0xabc'],
  ['bool', 'true'],
  ['vector<u64>', '1'],
])('%s rejects the JSON value %j', (type, value) => {
  expect(() => readJsonArgument(parseMoveType(type), value)).toThrow(TypeError)
})

test.each([
  'u65',
  '0x1::coin',
  'vector<u8',
  'vector<>',
  'u8>',
  '0x1::a::B<,>',
  `${'vector<'.repeat(9)}u8${'>'.repeat(9)}`,
  '',
  '0xg::a::B',
])('rejects the type "%s"', (text) => {
  expect(() => parseMoveType(text)).toThrow(TypeError)
})

test('prints types in the node’s spelling', () => {
  const long = `0x${'1'.padStart(64, '0')}::coin::CoinStore<0x0001::aptos_coin::AptosCoin>`
  expect(printMoveType(parseMoveType(long))).toBe('0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>')
  expect(printMoveType(parseMoveType('&mut vector<T0>'))).toBe('&mut vector<T0>')
})

/** Buffers and Uint8Arrays of the same bytes are equal here. */
function plainBytes(value: MoveValue): unknown {
  if (value instanceof Uint8Array) return [...value]
  return Array.isArray(value) ? value.map(plainBytes) : value
}
