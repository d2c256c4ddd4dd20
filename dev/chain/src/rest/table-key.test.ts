import { expect, it } from 'vitest'
import { canonicalTableKey } from './table-key.ts'

it('spells a key as the write set does, however the client spells it', () => {
  const short = '"0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935"'
  expect(canonicalTableKey('address', '0x0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935')).toBe(short)
  expect(canonicalTableKey('u64', 7)).toBe('"7"')
  expect(canonicalTableKey('0x1::string::String', 'Opal #1')).toBe('"Opal #1"')
})

it('brings the fields of a struct into the order of their names', () => {
  const key = { token_data_id: { name: 'n', creator: '0x1', collection: 'c' }, property_version: '0' }
  expect(canonicalTableKey('0x3::token::TokenId', key)).toBe(
    '{"property_version":"0","token_data_id":{"collection":"c","creator":"0x1","name":"n"}}',
  )
})
