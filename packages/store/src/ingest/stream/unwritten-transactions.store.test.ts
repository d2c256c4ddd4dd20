import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
import { address, aptTransfer, indexed } from '../testing/market-story.ts'
import { readCheckpoint } from './checkpoint.ts'
import { passUnwritten } from './unwritten-transactions.ts'

const VERSION = 7n
const REFUSED = Object.assign(new Error('out of range'), { code: '22003' })

// @feature operate.refused-transactions
test('raw rows and payments of a transaction that is passed are stored unless they are refused themselves', async () => {
  const tables = fc.subarray(['chain.transactions', 'chain.fungible_asset_activities'])
  await fc.assert(
    fc.asyncProperty(tables, async (refused) => {
      await using store = await createTestStore()
      await store.pool.query(`create function public.refuse() returns trigger language plpgsql as $$
        begin
          raise exception 'refused' using errcode = '23514';
        end $$`)
      for (const table of refused)
        await store.pool.query(
          `create trigger refuse before insert on ${table} for each row execute function public.refuse()`,
        )
      const raw = [indexed(VERSION, []).transaction]
      const state = [aptTransfer(VERSION, address('b1'), address('b2'))]
      const position = { stream: 'main', chainId: 4, nextVersion: VERSION + 1n, lastTimestampMicros: 9n }
      const row = await passUnwritten(store.db, { version: VERSION, position, raw, state }, REFUSED)
      expect(row).toEqual({ version: VERSION, sqlstate: '22003', message: 'out of range' })
      expect(await readCheckpoint(store.db, 'main')).toMatchObject({ next_version: VERSION + 1n })
      for (const [table, column] of [
        ['chain.transactions', 'version'],
        ['chain.fungible_asset_activities', 'transaction_version'],
        ['chain.unwritten_transactions', 'version'],
      ] as const) {
        const { rows } = await store.pool.query(`select distinct ${column}::integer as version from ${table}`)
        expect([table, rows]).toEqual([table, refused.includes(table as never) ? [] : [{ version: 7 }]])
      }
    }),
    { numRuns: runs(6) },
  )
})
