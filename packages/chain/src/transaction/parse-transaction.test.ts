import { aptos } from '@aptos-labs/aptos-protos'
import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { describe, expect, it, vi } from 'vitest'
import { readTimestampMicros } from '../skim/read-timestamp.ts'
import { decodeTransaction, parseTransaction } from './parse-transaction.ts'

const { Transaction } = aptos.transaction.v1
type ProtoTransaction = aptos.transaction.v1.Transaction

const bare: ProtoTransaction = {
  version: 9n,
  blockHeight: 3n,
  epoch: 2n,
  timestamp: { seconds: 1_700_000_000n, nanos: 123_456_789 },
  info: { hash: Uint8Array.of(0xab, 0xcd), gasUsed: 12n, success: true, changes: [] },
}

describe('parseTransaction', () => {
  it('reads a user transaction', () => {
    const parsed = parseTransaction({
      ...bare,
      user: {
        request: {
          sender: '0xA1',
          gasUnitPrice: 100n,
          payload: { entryFunctionPayload: { entryFunctionIdStr: '0x00d1::shop::buy' } },
        },
        events: [
          {
            key: { accountAddress: '0x5', creationNumber: 2n },
            typeStr: '0x01::coin::DepositEvent',
            data: '{"amount":"7"}',
          },
        ],
      },
    })
    expect(parsed).toMatchObject({
      version: 9n,
      hash: '0xabcd',
      timestampMicros: 1_700_000_000_123_456n,
      success: true,
      sender: parseAddress('0xa1'),
      entryFunction: '0xd1::shop::buy',
      gasUnitPrice: 100n,
    })
    expect(parsed.events).toEqual([
      {
        index: 0,
        type: '0x1::coin::DepositEvent',
        accountAddress: parseAddress('0x5'),
        creationNumber: 2n,
        sequenceNumber: 0n,
        data: { amount: '7' },
      },
    ])
  })

  it('finds what a multisig account calls', () => {
    const entryFunctionPayload = { entryFunctionIdStr: '0xd1::shop::sell' }
    const payload = { multisigPayload: { multisigAddress: '0x9', transactionPayload: { entryFunctionPayload } } }
    expect(parseTransaction({ ...bare, user: { request: { payload } } }).entryFunction).toBe('0xd1::shop::sell')
  })

  it('reads the events of block metadata and of genesis', () => {
    const events = [{ typeStr: '0x1::block::NewBlockEvent', data: '{}' }]
    expect(parseTransaction({ ...bare, blockMetadata: { events } }).events).toHaveLength(1)
    expect(parseTransaction({ ...bare, genesis: { events } }).events).toHaveLength(1)
  })

  it('takes a checkpoint, or a kind it does not know, for one without sender and events', () => {
    expect(parseTransaction(bare)).toMatchObject({ sender: null, entryFunction: null, events: [], changes: [] })
  })

  it('keeps the positions of the write set around what it leaves out', () => {
    const changes = [
      { writeModule: { address: '0x1' } },
      { writeTableItem: { handle: '0xf' } },
      { writeResource: { address: '0x2', typeStr: '0x4::token::Token', data: '{"name":"x"}' } },
      {
        writeTableItem: {
          handle: '0xf',
          data: { key: '"k"', keyType: '0x01::string::String', value: '"1"', valueType: 'u64' },
        },
      },
      { deleteTableItem: { handle: '0xf', data: { key: '"k"', keyType: 'address' } } },
      { deleteResource: { address: '0x3', typeStr: '0x1::object::ObjectGroup' } },
    ]
    const parsed = parseTransaction({ ...bare, info: { success: true, changes } })
    expect(parsed.changes.map(({ index, kind }) => [index, kind])).toEqual([
      [2, 'write-resource'],
      [3, 'write-table-item'],
      [4, 'delete-table-item'],
      [5, 'delete-resource'],
    ])
    expect(parsed.changes[1]).toMatchObject({ keyType: '0x1::string::String', key: 'k', valueType: 'u64', value: '1' })
  })

  it.each([
    ['no JSON', '{amount'],
    ['deeper than any Move value', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['nested too deeply', '{"a":'.repeat(200_000)],
  ])('keeps a Move value that is %s as its text', (_, data) => {
    const user = { events: [{ typeStr: '0x1::coin::DepositEvent', data }] }
    expect(parseTransaction({ ...bare, user }).events[0]?.data).toBe(data)
  })

  it('parses a value of an event or a table when it is first read, and once', () => {
    const parse = vi.spyOn(JSON, 'parse')
    const events = [{ typeStr: '0x7::bomb::Event', data: '{"a":1}' }]
    const data = { key: '"k"', keyType: 'address', value: '"1"', valueType: 'u64' }
    const changes = [{ writeTableItem: { handle: '0xf', data } }, { deleteTableItem: { handle: '0xf', data } }]
    const parsed = parseTransaction({ ...bare, info: { success: true, changes }, user: { events } })
    const [written, deleted] = parsed.changes
    expect(parse).not.toHaveBeenCalled()
    for (let times = 0; times < 2; times += 1) {
      expect(parsed.events[0]?.data).toEqual({ a: 1 })
      expect(written).toMatchObject({ key: 'k', value: '1' })
      expect(deleted).toMatchObject({ key: 'k' })
    }
    expect(parse).toHaveBeenCalledTimes(4)
    parse.mockRestore()
  })

  it('is not misled by brackets inside texts', () => {
    const value = { note: `${'[{'.repeat(2_000)}\\"` }
    const user = { events: [{ typeStr: '0x1::coin::DepositEvent', data: JSON.stringify(value) }] }
    expect(parseTransaction({ ...bare, user }).events[0]?.data).toEqual(value)
  })

  it('takes an account that is no address for none, and leaves out what lies at no address', () => {
    const user = { request: { sender: '0xno' }, events: [{ typeStr: '0x5::a::B', key: { accountAddress: '?' } }] }
    const writeResource = { address: `0x${'f'.repeat(65)}`, typeStr: '0x5::a::B', data: '{}' }
    const changes = [{ writeResource }, { deleteResource: { address: '', typeStr: '0x5::a::B' } }]
    const parsed = parseTransaction({ ...bare, info: { success: true, changes }, user })
    expect(parsed).toMatchObject({ sender: null, changes: [], events: [{ accountAddress: ZERO_ADDRESS }] })
  })

  it.each([
    [-1n, 0n],
    [2n ** 62n, 253_402_300_799_000_000n],
  ])('keeps a time of %d seconds within the years that can be written', (seconds, micros) => {
    const timestamp = { seconds, nanos: 0 }
    expect(parseTransaction({ ...bare, timestamp }).timestampMicros).toBe(micros)
    const bytes = Transaction.encode({ ...bare, timestamp }).finish()
    expect(readTimestampMicros(bytes)).toBe(micros)
  })

  it('refuses a transaction without info, and bytes that are no transaction', () => {
    const fault = expect.objectContaining({ code: 'malformed-transaction' })
    expect(() => parseTransaction({ version: 1n })).toThrowError(fault)
    expect(() => decodeTransaction(Uint8Array.of(0x0a, 0x7f))).toThrowError(fault)
  })

  it('reads the same from the wire', () => {
    expect(decodeTransaction(Transaction.encode(bare).finish())).toEqual(parseTransaction(bare))
  })
})
