import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, test } from 'vitest'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { recordedDevnet, recordedMainnet } from '../../testing/recorded-transactions.ts'
import { createModuleRegistry } from '../execution/module-registry.ts'
import { encodeMoveJson } from './encode-move-json.ts'
import { parseMoveType } from './move-type.ts'

const modules = createModuleRegistry(FRAMEWORK_MODULES)
const encode = (type: string, value: Parameters<typeof encodeMoveJson>[1]): string =>
  `0x${Buffer.from(encodeMoveJson(parseMoveType(type), value, modules)).toString('hex')}`

describe.runIf(hasRecordedData)('compared with recorded transactions', () => {
  test('keys of v1 tables have the bytes that mainnet and devnet wrote, deleted ones too', () => {
    const changes = [...recordedMainnet(), ...recordedDevnet()].flatMap(({ info }) => info?.changes ?? [])
    const items = changes.flatMap(({ writeTableItem, deleteTableItem }) => writeTableItem ?? deleteTableItem ?? [])
    const ofV1 = items.filter(({ data }) => data?.keyType?.startsWith('0x3::') === true)
    expect(new Set(ofV1.map(({ data }) => data?.keyType))).toEqual(
      new Set(['0x3::token::TokenId', '0x3::token::TokenDataId', '0x3::token_transfers::TokenOfferId']),
    )
    for (const { key, data } of ofV1) expect(encode(data?.keyType ?? '', JSON.parse(data?.key ?? ''))).toBe(key)
  })
})

test('structs, vectors and options nest', () => {
  const property = { type: 'u8', value: '0x09' }
  expect(
    encode('vector<0x1::option::Option<0x3::property_map::PropertyValue>>', [{ vec: [property] }, { vec: [] }]),
  ).toBe('0x02010109027538'.concat('00'))
})

test('rejects undeclared structs and structs with a missing field', () => {
  expect(() => encode('0x7::nowhere::Nothing', {})).toThrow('no module declares 0x7::nowhere::Nothing')
  expect(() => encode('0x3::token::TokenDataId', { creator: '0x1', name: 'x' })).toThrow('lacks collection')
})
