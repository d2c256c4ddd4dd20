import { expect, it } from 'vitest'
import { argumentBytes } from './argument-bytes.ts'

const hex = (type: string, value: Parameters<typeof argumentBytes>[1]) =>
  Buffer.from(argumentBytes(type, value)).toString('hex')

it.each([
  ['bool', true, '01'],
  ['u8', 255, 'ff'],
  ['u64', '258', '0201000000000000'],
  ['u256', '1', `01${'00'.repeat(31)}`],
  ['address', '0xa', `${'00'.repeat(31)}0a`],
  ['0x1::object::Object<0x4::token::Token>', '0xa', `${'00'.repeat(31)}0a`],
  ['0x1::string::String', 'Æ1', '03c38631'],
  ['vector<u8>', [1, 2], '020102'],
  ['vector<0x1::string::String>', ['a', ''], '02016100'],
  ['vector<vector<u64>>', [['1'], []], '0201010000000000000000'],
  ['0x1::option::Option<u8>', null, '00'],
  ['0x1::option::Option<u8>', 7, '0107'],
] as const)('%s %j is %s', (type, value, expected) => {
  expect(hex(type, value)).toBe(expected)
})

it('a long list has a length of two bytes', () => {
  expect(
    argumentBytes(
      'vector<bool>',
      Array.from({ length: 200 }, () => true),
    ).subarray(0, 2),
  ).toEqual(Uint8Array.of(0xc8, 1))
})

it.each([
  ['u8', 256],
  ['u64', '-1'],
  ['u64', true],
  ['address', 5],
  ['vector<u8>', 'text'],
  ['0x7::coin::Coin', '0x1'],
  ['signer', '0x1'],
] as const)('%s does not take %j', (type, value) => {
  expect(() => argumentBytes(type, value)).toThrow()
})
