import { parseAddress } from '@opal/domain/address'
import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, test } from 'vitest'
import { recordedMainnet } from '../../testing/recorded-transactions.ts'
import { memberOrder, OBJECT_GROUP, resourceKeyHash, tableItemKeyHash } from './state-key.ts'

const changes = recordedMainnet().map((one) => one.info?.changes ?? [])
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

describe.runIf(hasRecordedData)('compared with recorded transactions', () => {
  test("computes the state key of mainnet's resources, alone and in object groups", () => {
    const writes = changes.flat().flatMap((change) => change.writeResource ?? [])
    const unexplained = writes.filter(({ address, typeStr = '', stateKeyHash }) =>
      [typeStr, OBJECT_GROUP].every(
        (key) => hex(resourceKeyHash(parseAddress(address ?? ''), key)) !== hex(stateKeyHash),
      ),
    )
    expect(writes.length).toBeGreaterThan(900)
    // ANS records live in a group of their own, whose name is not in the data.
    expect(
      unexplained.every(({ typeStr }) => typeStr?.includes('_domains::') || typeStr?.includes('::domains::')),
    ).toBe(true)
  })

  test("computes the state key of mainnet's table items", () => {
    const items = changes.flat().flatMap((change) => change.writeTableItem ?? [])
    const wrong = items.filter(
      ({ handle = '', key = '', stateKeyHash }) =>
        hex(tableItemKeyHash(handle, Buffer.from(key.slice(2), 'hex'))) !== hex(stateKeyHash),
    )
    expect(items.length).toBeGreaterThan(40)
    expect(wrong).toEqual([])
  })

  test('orders the members of an object group as mainnet does', () => {
    for (const list of changes) {
      const groups = Map.groupBy(
        list.flatMap((change) => change.writeResource ?? []),
        (write) => hex(write.stateKeyHash),
      )
      for (const members of groups.values()) {
        const types = members.map((member) => memberOrder(member.typeStr ?? ''))
        expect(types).toEqual(types.toSorted((left, right) => (left < right ? -1 : 1)))
      }
    }
  })
})
