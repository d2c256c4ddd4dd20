import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packBlock, unpackBlock } from './block-record.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const body = fc.uint8Array({ maxLength: 60 })
/** The chain's own transactions have neither sender nor signature; those of older logs lack the signature alone. */
const transaction = fc
  .record({
    hash: bytes32,
    sender: fc.option(bytes32),
    countsForSender: fc.boolean(),
    bytes: body,
    signed: fc.option(body),
  })
  .map((one) => (one.sender === null ? { ...one, countsForSender: false, signed: null } : one))
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const block = fc.record({
  height: u64,
  epoch: u64,
  timestampMicros: u64,
  firstVersion: u64,
  transactions: fc.array(transaction, { maxLength: 6 }),
})
test('decodes a record to the block that was encoded, with or without signed bytes', () => {
  fc.assert(
    fc.property(block, (record) => {
      expect(hexed(unpackBlock(packBlock(record)))).toEqual(hexed(record))
    }),
  )
})

/** Buffers and arrays of bytes are compared as text. */
function hexed(record: ReturnType<typeof unpackBlock>) {
  const hex = (part: Uint8Array | null) => (part === null ? null : Buffer.from(part).toString('hex'))
  const transactions = record.transactions.map(({ hash, sender, bytes, signed, countsForSender }) => ({
    countsForSender,
    parts: [hash, sender, bytes, signed].map(hex),
  }))
  return { ...record, transactions }
}

test('reports a truncated record', () => {
  fc.assert(
    fc.property(block, fc.nat(), (record, cut) => {
      fc.pre(record.transactions.length > 0)
      const encoded = packBlock(record)
      const short = encoded.subarray(0, cut % encoded.length)
      expect(() => unpackBlock(short)).toThrow(RangeError)
    }),
  )
})
