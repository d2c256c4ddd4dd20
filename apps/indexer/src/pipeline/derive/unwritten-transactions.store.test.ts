import { runs } from '@opal/domain/testing/effort/config'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { HISTORY, indexInParts, LENGTH, noted, openLocal } from '../../testing/indexed-offers.ts'
import { offerTransaction } from '../../testing/offer-history.ts'
import { accept, derivedRows, refuse, rowsWithout, versions } from '../../testing/refused-transactions.ts'
import type { IndexContext } from '../batches/index-batch.ts'
import { rebuild, rebuildIfDue } from './rebuild.ts'
import { resumeStopped } from './resume-stopped.ts'

const log = pino({ level: 'silent' })

// @feature operate.refused-transactions
describe('transactions whose rows the database refuses', () => {
  test('let a marketplace resume that has stopped at one of them, where our own code throws on it by now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: LENGTH - 1 }), async (at) => {
        await using store = await createTestStore()
        await indexInParts(store, HISTORY.with(at, offerTransaction(at, 'no number')))
        const context = await openLocal(store)
        const stops = async () => (await readStoredStops(store.db)).map(({ version }) => Number(version))
        expect(await stops()).toEqual([at])
        const fails: IndexContext = {
          ...context,
          marketplaces: context.marketplaces.map(({ adapter, contracts }) => ({
            contracts,
            adapter: {
              ...adapter,
              decode: (of, event, transaction) => {
                if (Number(transaction.version) === at) throw new TypeError('x is not iterable')
                return adapter.decode(of, event, transaction)
              },
            },
          })),
        }
        await resumeStopped(fails, log)
        expect([await stops(), await noted(store)]).toEqual([[], [at]])
        expect((await derivedRows(store))['market.order_events']).toHaveLength(LENGTH - 1)
      }),
      { numRuns: runs(2) },
    )
  })

  test('are derived by a rebuild once the database accepts them, and noted again as long as it does not', async () => {
    await fc.assert(
      fc.asyncProperty(versions(), async (refused) => {
        await using store = await createTestStore()
        await refuse(store, refused)
        await indexInParts(store, HISTORY)
        await store.pool.query(`insert into chain.rebuilds_due values ('refused transactions')`)
        const inOrder = refused.toSorted((a, b) => a - b)
        await rebuildIfDue(await openLocal(store), log, new AbortController().signal)
        expect(await noted(store)).toEqual(inOrder)
        expect(await derivedRows(store)).toEqual(await rowsWithout(refused))
        await accept(store)
        expect((await rebuild(await openLocal(store))).unwritten).toEqual([])
        expect(await noted(store)).toEqual([])
        expect(await derivedRows(store)).toEqual(await rowsWithout([]))
      }),
      { numRuns: runs(3) },
    )
  })

  test('stay noted after a rebuild where not even their raw rows are stored', async () => {
    await using store = await createTestStore()
    await refuse(store, [3, 5], { rawRefused: [5] })
    await indexInParts(store, HISTORY)
    await accept(store)
    await rebuild(await openLocal(store))
    expect(await noted(store)).toEqual([5])
  })

  test('do not stop the catching up of a marketplace', async () => {
    await using store = await createTestStore()
    await indexInParts(store, HISTORY)
    const whole = await derivedRows(store)
    await store.pool.query('delete from market.order_events where version = 7')
    await refuse(store, [7])
    await store.pool.query(`insert into chain.decode_resumes (marketplace, next_version) values ('opal', 0)`)
    await resumeStopped(await openLocal(store), log)
    expect(await noted(store)).toEqual([7])
    expect(await store.db.selectFrom('chain.decode_resumes').selectAll().execute()).toEqual([])
    expect((await derivedRows(store))['market.order_events']).toHaveLength(
      (whole['market.order_events']?.length ?? 0) - 1,
    )
  })
})
