import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { readSimulatedTransaction } from './simulated-transaction.ts'

test('a simulation is read as the stream’s transactions are: addresses and types in their one form', () => {
  const read = readSimulatedTransaction({
    version: '12',
    hash: '0xab',
    success: true,
    sender: '0xb0b',
    gas_used: '9',
    gas_unit_price: '100',
    events: [
      {
        guid: { account_address: '0x5e', creation_number: '4' },
        sequence_number: '2',
        type: '0x0D1::shop::Sold',
        data: { price: '5' },
      },
    ],
    changes: [
      { type: 'write_module', address: '0x1', data: { bytecode: '0x' } },
      { type: 'write_resource', address: '0xd1', data: { type: '0x01::object::ObjectCore', data: { owner: '0x2' } } },
      { type: 'delete_resource', address: '0xd1', resource: '0xd1::shop::Item' },
      { type: 'write_table_item', handle: '0x7', data: { key: '1', key_type: 'u64', value: '2', value_type: 'u8' } },
      { type: 'delete_table_item', handle: '0x7', data: { key: '1', key_type: 'u64' } },
      { type: 'write_table_item', handle: '0x8', key: '0x00', value: '0x00', data: null },
    ],
  })
  expect(read).toMatchObject({ version: 12n, success: true, sender: parseAddress('0xb0b'), gasUsed: 9n })
  expect(read.events).toEqual([
    {
      index: 0,
      type: '0xd1::shop::Sold',
      accountAddress: parseAddress('0x5e'),
      creationNumber: 4n,
      sequenceNumber: 2n,
      data: { price: '5' },
    },
  ])
  const at = parseAddress('0xd1')
  expect(read.changes).toEqual([
    { kind: 'write-resource', index: 1, address: at, type: '0x1::object::ObjectCore', data: { owner: '0x2' } },
    { kind: 'delete-resource', index: 2, address: at, type: '0xd1::shop::Item' },
    { kind: 'write-table-item', index: 3, handle: '0x7', keyType: 'u64', key: '1', valueType: 'u8', value: '2' },
    { kind: 'delete-table-item', index: 4, handle: '0x7', keyType: 'u64', key: '1' },
  ])
})

test('a node that leaves things out is not believed to have said something else', () => {
  expect(readSimulatedTransaction({ events: [null], changes: 'none' })).toMatchObject({
    success: false,
    sender: null,
    events: [{ type: '', data: null }],
    changes: [],
  })
})
