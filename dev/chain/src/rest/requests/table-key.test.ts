import { parseAddress } from '@opal/domain/address'
import { expect, it } from 'vitest'
import type { MoveModule } from '../../modules/move-module.ts'
import { ApiError } from '../responses/api-error.ts'
import { canonicalTableKey } from './table-key.ts'

const tokens: MoveModule = {
  address: parseAddress('0x3'),
  name: 'token',
  functions: [],
  structs: [
    {
      name: 'TokenDataId',
      abilities: [],
      typeParameters: 0,
      fields: fields({ creator: 'address', name: '0x1::string::String' }),
    },
    {
      name: 'TokenId',
      abilities: [],
      typeParameters: 0,
      fields: fields({ token_data_id: '0x3::token::TokenDataId', property_version: 'u64' }),
    },
  ],
}
const layouts = { module: (_address: unknown, name: string) => (name === tokens.name ? tokens : null) }

function fields(types: Readonly<Record<string, string>>) {
  return Object.entries(types).map(([name, type]) => ({ name, type }))
}

it('normalizes a key to the spelling of the write set', () => {
  const short = '"0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935"'
  const long = '0x0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935'
  expect(canonicalTableKey('address', long, layouts)).toBe(short)
  expect(canonicalTableKey('u64', 7, layouts)).toBe('"7"')
  expect(canonicalTableKey('0x1::string::String', 'Opal #1', layouts)).toBe('"Opal #1"')
})

it('normalizes the fields of a struct by type, ordered by name', () => {
  const key = { token_data_id: { name: 'n', creator: `0x${'1'.padStart(64, '0')}` }, property_version: 0 }
  expect(canonicalTableKey('0x3::token::TokenId', key, layouts)).toBe(
    '{"property_version":"0","token_data_id":{"creator":"0x1","name":"n"}}',
  )
  expect(canonicalTableKey('0x9::unknown::Key', { b: 1, a: 2 }, layouts)).toBe('{"a":2,"b":1}')
})

it.each([
  ['u64', 'many'],
  ['0x3::token::TokenId', { property_version: '0' }],
])('refuses a key that is not of type %s', (type, key) => {
  expect(() => canonicalTableKey(type, key, layouts)).toThrow(ApiError)
})
