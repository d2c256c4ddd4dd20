import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { address, indexed } from '../testing/market-story.ts'
import { readRaw } from './read-raw.ts'
import { writeRaw } from './write-raw.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => emptyDatabase(store.db))

/** A transaction that says so many characters, all the same: PostgreSQL stores them in a hundredth of the bytes. */
function transactionOf(version: bigint, length: number, inEvent: boolean): ChainTransaction {
  const { transaction } = indexed(version, [])
  const part = { index: 0, type: '0x1::a::A', data: { text: 'x'.repeat(length) } }
  const account = address('a1')
  const event = { ...part, accountAddress: account, creationNumber: 0n, sequenceNumber: version }
  return inEvent
    ? { ...transaction, events: [event] }
    : { ...transaction, changes: [{ ...part, kind: 'write-resource', address: account }] }
}

const lengths = fc.constantFrom(0, 10, 1_900, 3_000, 130_000, 1_000_000, 5_000_000, 13_000_000)

test('raw transactions are read in order, each once, in batches of at most twelve megabytes or of one transaction', async () => {
  const contents = fc.array(fc.tuple(lengths, fc.boolean()), { minLength: 1, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(contents, fc.integer({ min: 1, max: 20 }), async (story, size) => {
      await emptyDatabase(store.db)
      const written = story.map(([length, inEvent], at) => transactionOf(BigInt(at), length, inEvent))
      await writeRaw(store.db, written)
      const batches: (readonly ChainTransaction[])[] = []
      for await (const batch of readRaw(store.db, 0n, size)) batches.push(batch)
      expect(batches.flat().map(({ version }) => version)).toEqual(written.map(({ version }) => version))
      for (const batch of batches) {
        const bytes = batch.reduce((sum, { version }) => sum + (story[Number(version)]?.[0] ?? 0), 0)
        expect(batch.length === 1 || (bytes <= 12_000_000 && batch.length <= size)).toBe(true)
      }
    }),
    { numRuns: runs(8) },
  )
})

test('each of many large transactions is measured a few times, not once for each batch before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 13, max: 25 }), async (count) => {
      await emptyDatabase(store.db)
      for (let at = 0; at < count; at += 1) await writeRaw(store.db, [transactionOf(BigInt(at), 5_000_000, true)])
      let measured = 0
      const db = store.db.withPlugin({
        transformQuery: ({ node }) => {
          const parts = JSON.stringify(node, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
          if (parts.includes('pg_column_compression'))
            measured += (/"value":\[([^\]]*)\]/.exec(parts)?.[1] ?? '').split(',').length
          return node
        },
        transformResult: async ({ result }) => result,
      })
      let read = 0
      for await (const batch of readRaw(db, 0n, 2_000)) read += batch.length
      expect(read).toBe(count)
      expect(measured).toBeGreaterThanOrEqual(count)
      expect(measured).toBeLessThanOrEqual(3 * count)
    }),
    { numRuns: runs(2) },
  )
})
