import { AccountAddress, Bool, MoveOption, MoveString, MoveVector, U8, U64, U128 } from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { decodeArgument } from './decode-argument.ts'

const someone = AccountAddress.from(`0x${'ab'.repeat(32)}`)

test.each([
  ['u8', new U8(7), '7'],
  ['u64', new U64(18_446_744_073_709_551_615n), '18446744073709551615'],
  ['u128', new U128(5n), '5'],
  ['bool', new Bool(true), 'true'],
  ['address', AccountAddress.ONE, '0x1'],
  ['0x1::object::Object<0x4::token::Token>', someone, someone.toString()],
  ['0x1::object::Object<T0>', someone, someone.toString()],
  ['0x1::string::String', new MoveString('Ruhig "Blut"'), '"Ruhig \\"Blut\\""'],
  ['vector<u64>', MoveVector.U64([1, 2, 3]), '[1, 2, 3]'],
  ['vector<u8>', MoveVector.U8([0xca, 0xfe]), '0xcafe'],
  ['vector<vector<u8>>', new MoveVector([MoveVector.U8([1]), MoveVector.U8([2])]), '[0x01, 0x02]'],
  ['0x1::option::Option<u64>', new MoveOption<U64>(), 'none'],
  ['0x1::option::Option<u64>', new MoveOption(new U64(4)), '4'],
])('shows an argument of type %s', (type, value, text) => {
  expect(decodeArgument(type, value.bcsToBytes())).toBe(text)
})

test('shows the bytes when the type is unknown or does not fit', () => {
  expect(decodeArgument('0x9::odd::Thing', new Uint8Array([1, 2]))).toBe('0x0102')
  expect(decodeArgument('u8', new Uint8Array([1, 2]))).toBe('0x0102')
  expect(decodeArgument('u64', new Uint8Array([1]))).toBe('0x01')
})
