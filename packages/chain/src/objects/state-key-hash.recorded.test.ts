import { parseAddress } from '@opal/domain/address'
import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, it } from 'vitest'
import { recordedTransaction, recordedTransactionPaths } from '../testing/recorded-data.ts'
import { objectStateKeyHash } from './state-key-hash.ts'

describe.skipIf(!hasRecordedData)('the state key hash of an object', () => {
  it('is the one under which the node wrote every recorded object', () => {
    const written = recordedTransactionPaths()
      .flatMap((path) => recordedTransaction(path).info?.changes ?? [])
      .flatMap(({ writeResource }) => (writeResource?.typeStr === '0x1::object::ObjectCore' ? [writeResource] : []))
    expect(written.length).toBeGreaterThan(100)
    for (const { address = '', stateKeyHash } of written) {
      const hash = `0x${Buffer.from(stateKeyHash ?? []).toString('hex')}`
      expect(objectStateKeyHash(parseAddress(address)), address).toBe(hash)
    }
  })
})
