import { aptos } from '@aptos-labs/aptos-protos'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeTransaction } from '../transaction/parse-transaction.ts'
import { readTimestampMicros } from './read-timestamp.ts'

const { Transaction } = aptos.transaction.v1

it('reads the time that decoding everything finds', () => {
  const times = fc.record({ seconds: fc.bigInt({ min: 0n, max: 9_000_000_000n }), nanos: fc.nat(999_999_999) })
  fc.assert(
    fc.property(times, fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (timestamp, version) => {
      const bytes = Transaction.encode({ timestamp, version, info: { hash: new Uint8Array(32) } }).finish()
      expect(readTimestampMicros(bytes)).toBe(decodeTransaction(bytes).timestampMicros)
    }),
  )
})
