import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchTransactions } from './batch-transactions.ts'

async function* from(chunks: readonly (readonly Uint8Array[])[]): AsyncGenerator<readonly Uint8Array[]> {
  yield* chunks
}
async function collect(chunks: readonly (readonly Uint8Array[])[], limits: Parameters<typeof batchTransactions>[1]) {
  const batches: (readonly Uint8Array[])[] = []
  for await (const batch of batchTransactions(from(chunks), limits)) batches.push(batch)
  return batches
}
const transaction = fc.uint8Array({ minLength: 1, maxLength: 40 })
const chunks = fc.array(fc.array(transaction, { maxLength: 12 }), { maxLength: 6 })

describe('batches of a stream', () => {
  it('pass every transaction on, once and in order, within the limits', async () => {
    const limits = { transactions: 5, bytes: 60, total: null }
    await fc.assert(
      fc.asyncProperty(chunks, async (source) => {
        const batches = await collect(source, limits)
        expect(batches.flat()).toEqual(source.flat())
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(5)
          const size = batch.reduce((sum, bytes) => sum + bytes.length, 0)
          expect(batch.length === 1 || size <= 60).toBe(true)
        }
      }),
    )
  })

  it('end after the requested number of transactions', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat(20), async (source, wanted) => {
        const batches = await collect(source, { transactions: 5, bytes: 60, total: BigInt(wanted) })
        expect(batches.flat()).toEqual(source.flat().slice(0, wanted))
      }),
    )
  })
})
