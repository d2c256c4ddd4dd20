import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { InvalidAddressError, InvalidAmountError } from '@opal/domain/errors'
import { runs } from '@opal/domain/testing/effort/config'
import type { Store } from '@opal/store/driver/connection'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HISTORY, indexInParts, LENGTH, noted, openLocal, position } from '../../testing/indexed-offers.ts'
import { offerHistory } from '../../testing/offer-history.ts'
import { derivedRows, refuse, rowsWithout, versions } from '../../testing/refused-transactions.ts'
import { runIndexer } from '../../testing/running-indexer.ts'
import { rebuild } from '../derive/rebuild.ts'
import type { IndexContext } from './index-batch.ts'

/** Where our own code throws on what a transaction holds: as its events are read, or as its rows are computed of them. */
type Place = 'decoding' | 'folding'

/** Has our own code throw on some versions. */
function throwing(versions: readonly number[], place: Place, error: () => Error) {
  return (context: IndexContext): IndexContext => ({
    ...context,
    marketplaces: context.marketplaces.map(({ adapter, contracts }) => ({
      contracts,
      adapter: {
        ...adapter,
        decode: (...of) => {
          const event = adapter.decode(...of)
          if (event === null || !versions.includes(Number(event.version))) return event
          if (place === 'decoding') throw error()
          return Object.defineProperty({ ...event }, 'priceOctas', {
            get() {
              throw error()
            },
          })
        },
      },
    })),
  })
}

async function rawVersions({ db }: Store): Promise<readonly number[]> {
  const rows = await db.selectFrom('chain.transactions').select('version').orderBy('version').execute()
  return rows.map(({ version }) => Number(version))
}

// @feature operate.refused-transactions
describe('transactions whose rows the database refuses', () => {
  test('cost only their own derived rows, whichever they are and however the stream is cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: LENGTH }), { minLength: 1, maxLength: 4 })
    const sqlstates = fc.constantFrom('21000', '22003', '23514', '54000')
    await fc.assert(
      fc.asyncProperty(versions(), sizes, sqlstates, fc.nat(3), async (refused, cuts, sqlstate, rawCount) => {
        await using store = await createTestStore()
        const rawRefused = refused.slice(0, rawCount)
        await refuse(store, refused, { sqlstate, rawRefused })
        const reports = await indexInParts(store, HISTORY, cuts)
        const inOrder = refused.toSorted((a, b) => a - b)
        expect(await noted(store)).toEqual(inOrder)
        expect(reports.flatMap(({ unwritten }) => unwritten.map(({ row }) => Number(row.version)))).toEqual(inOrder)
        expect(reports.reduce((sum, { marketEvents }) => sum + marketEvents, 0)).toBe(LENGTH - refused.length)
        expect(await position(store)).toBe(BigInt(LENGTH))
        expect(await rawVersions(store)).toEqual(
          HISTORY.map(({ version }) => Number(version)).filter((version) => !rawRefused.includes(version)),
        )
        expect(await derivedRows(store)).toEqual(await rowsWithout(refused))
      }),
      { numRuns: runs(6) },
    )
  })

  test('are those, too, on which our own code throws, by decoding or by folding, whichever they are', async () => {
    const errors = fc.constantFrom(
      () => new TypeError('x is not iterable'),
      () => new RangeError('Invalid time value'),
      () => new SyntaxError('Cannot convert x to a BigInt'),
      () => new ReferenceError('x is not defined'),
      () => new URIError('URI malformed'),
      () => new InvalidAmountError('x'),
      () => new InvalidAddressError('x'),
    )
    const sizes = fc.array(fc.integer({ min: 1, max: LENGTH }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        versions(),
        sizes,
        fc.constantFrom('decoding', 'folding'),
        errors,
        async (bad, cuts, place, error) => {
          await using store = await createTestStore()
          const fails = throwing(bad, place, error)
          const reports = await indexInParts(store, HISTORY, cuts, fails)
          const inOrder = bad.toSorted((a, b) => a - b)
          const expected = await rowsWithout(bad)
          expect([await noted(store), await position(store)]).toEqual([inOrder, BigInt(LENGTH)])
          expect((await rawVersions(store)).length).toBe(LENGTH)
          expect(await derivedRows(store)).toEqual(expected)
          for (const { error: thrown, row } of reports.flatMap(({ unwritten }) => unwritten)) {
            expect(thrown).toBeInstanceOf(error().constructor)
            expect(`${row.sqlstate} ${row.message}`).toContain(error().message)
          }
          expect((await rebuild(fails(await openLocal(store)))).unwritten.map(Number)).toEqual(inOrder)
          expect(await derivedRows(store)).toEqual(expected)
          expect((await rebuild(await openLocal(store))).unwritten).toEqual([])
          expect(await derivedRows(store)).toEqual(await rowsWithout([]))
        },
      ),
      { numRuns: runs(4) },
    )
  })

  test('are not noted where something other than their content fails', async () => {
    await using store = await createTestStore()
    const lost = throwing([5], 'decoding', () => new Error('Connection terminated'))
    await expect(indexInParts(store, HISTORY, [LENGTH], lost)).rejects.toThrow('Connection terminated')
    expect([await noted(store), await position(store)]).toEqual([[], null])
  })

  test('are reported by an indexer that is ready and goes on, also once it is started again', async () => {
    await using store = await createTestStore()
    await refuse(store, [5, 12])
    for (const start of ['first', 'second']) {
      await using server = await startStreamServer(
        ({ startingVersion, send }) => void send(responseWith(HISTORY.slice(Number(startingVersion)))),
      )
      await using indexer = await runIndexer(store.connectionString, server.address)
      await indexer.until(({ nextVersion, state }) => nextVersion === String(LENGTH) && state === 'following')
      const { status, health } = await indexer.ready()
      expect([start, status, health.unwrittenTransactions, health.lastProblem]).toEqual([start, 200, 2, null])
      expect(await indexer.metrics()).toContain('opal_indexer_unwritten_transactions 2\n')
    }
    expect(await noted(store)).toEqual([5, 12])
    const { rows } = await store.pool.query(
      'select sqlstate, message from chain.unwritten_transactions order by version',
    )
    expect(rows[0]).toEqual({ sqlstate: '22003', message: 'refused: 5' })
  })

  test('hold up no others, however many they are', async () => {
    const many = offerHistory(260)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 101, max: 250 }), fc.integer({ min: 1, max: 260 }), async (count, size) => {
        await using store = await createTestStore()
        await refuse(
          store,
          many.slice(0, count).map(({ version }) => Number(version)),
        )
        await indexInParts(store, many, [size])
        expect([(await noted(store)).length, await position(store)]).toEqual([count, 260n])
        expect((await derivedRows(store))['market.order_events']).toHaveLength(260 - count)
        expect((await rebuild(await openLocal(store))).unwritten).toHaveLength(count)
      }),
      { numRuns: runs(2) },
    )
  })

  test('are none where the database refuses a batch without them, too', async () => {
    await using store = await createTestStore()
    await indexInParts(store, HISTORY.slice(0, 10))
    await store.pool.query(`
      create function public.refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'refused' using errcode = '22003';
      end $$;
      create trigger refuse before update on market.clock for each row execute function public.refuse()`)
    await expect(indexInParts(store, HISTORY.slice(10))).rejects.toMatchObject({ code: '22003' })
    expect([await noted(store), await position(store)]).toEqual([[], 10n])
  })
})

test.each(['08006', '40001', '40P01', '53100', '55P03', '42501', '57P01', '25006', 'XX001'])(
  'a batch that fails by %s is not written in parts, and nothing of it is noted',
  async (sqlstate) => {
    await using store = await createTestStore()
    await refuse(store, [5], { sqlstate })
    await expect(indexInParts(store, HISTORY)).rejects.toMatchObject({ code: sqlstate })
    expect([await noted(store), await position(store)]).toEqual([[], null])
    const { rows } = await store.pool.query('select last_value::integer as tries from public.refusals')
    expect(rows).toEqual([{ tries: 1 }])
  },
)
